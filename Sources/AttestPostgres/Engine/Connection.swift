internal import CAttestPostgres

/// The one owner of a connection: closes it at the end, and never waits.
///
/// Not `Sendable`: it belongs to the actor that has it.
@safe
final class Connection {
    private let handle: OpaquePointer

    /// How far the session is made ready.
    var isPrepared = false

    /// Whether purges were told how long statements of this connection may take.
    var isGraceNoted = false

    /// Whether a pooler is between.
    var isPooled = false

    /// Since when no call has had it.
    var idleSince = ContinuousClock.now

    /// Takes the handle of a connection that is being made.
    init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
        // The server may send notices before the connection is made; libpq writes them to standard error by itself.
        unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// The descriptor to wait on; below 0 when there is none.
    var socket: Int32 { unsafe PQsocket(handle) }

    /// The process of the server, as it or the pooler before it named it when the connection was made.
    var backend: Int32 { unsafe PQbackendPID(handle) }

    // MARK: Connecting

    /// What the connecting waits for.
    enum Progress {
        case connected
        case failed
        case needsReading
        case needsWriting
    }

    /// Takes the next step of connecting.
    ///
    /// May ask for the address of a host, and wait for it.
    func connect() -> Progress {
        switch unsafe PQconnectPoll(handle) {
        case PGRES_POLLING_OK: .connected
        case PGRES_POLLING_READING: .needsReading
        case PGRES_POLLING_WRITING: .needsWriting
        default: .failed
        }
    }

    /// Why the connection was not made.
    var connectingFailure: PostgresError {
        PostgresError(connecting: unsafe PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? "")
    }

    /// Has a connection that was made never wait.
    func neverWait() -> Bool {
        unsafe PQsetnonblocking(handle, 1) == 0
    }

    // MARK: Sending

    /// Hands a prepared statement over for sending; answers come in binary format.
    func send(_ name: String, _ parameters: Parameters) -> Bool {
        guard parameters.size < 1 << 30 else { return false }
        return unsafe parameters.withPointers { count, values, lengths, formats in
            unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
        }
    }

    /// Hands a script of statements over for sending; answers come as texts.
    func send(script: String) -> Bool {
        unsafe PQsendQuery(handle, script) == 1
    }

    /// Sends what can be sent without waiting.
    ///
    /// - Returns: Whether all is sent; nil when the connection is lost.
    func flush() -> Bool? {
        switch unsafe PQflush(handle) {
        case 0: true
        case 1: false
        default: nil
        }
    }

    // MARK: Receiving

    /// Takes in what has arrived.
    ///
    /// - Returns: False when the connection is lost.
    func receive() -> Bool {
        unsafe PQconsumeInput(handle) == 1
    }

    /// Whether more must arrive before the next result.
    var isWaiting: Bool { unsafe PQisBusy(handle) == 1 }

    /// Whether the connection can take a statement, outside of any transaction.
    var isIdle: Bool { unsafe PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

    /// Whether the connection is lost, or still owes an answer.
    var isBroken: Bool {
        unsafe PQstatus(handle) != CONNECTION_OK || PQtransactionStatus(handle) == PQTRANS_ACTIVE
    }

    /// The next result of what was sent: an answer or a failure; nil after the last one.
    func nextResult() -> Result<Answer, PostgresError>? {
        guard let result = unsafe PQgetResult(handle) else { return nil }
        defer { unsafe PQclear(result) }
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            return unsafe .success(Answer(result))
        default:
            return unsafe .failure(PostgresError(result))
        }
    }
}

extension Answer {
    /// Copies a result.
    @unsafe
    fileprivate init(_ result: OpaquePointer) {
        let columns = unsafe PQnfields(result)
        for number in 0..<(unsafe PQntuples(result)) {
            var row = Row()
            for column in 0..<columns {
                guard unsafe PQgetisnull(result, number, column) == 0 else {
                    unsafe row.append(nil)
                    continue
                }
                unsafe row.append(
                    UnsafeRawBufferPointer(
                        start: PQgetvalue(result, number, column), count: Int(PQgetlength(result, number, column))))
            }
            rows.append(row)
        }
        count = unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }
}

extension PostgresError {
    /// A failure that a statement ended with, out of the result's fields that hold no values.
    @unsafe
    fileprivate init(_ result: OpaquePointer) {
        func field(_ code: Unicode.Scalar) -> String? {
            unsafe PQresultErrorField(result, Int32(code.value)).map { unsafe String(cString: $0) }
        }
        guard let sqlState = field("C") else {
            // libpq's own failure: the connection was lost before the answer.
            self = .lost
            return
        }
        // A missing file is named only in the text; the routine says whether it was data, a library or the log.
        let routine = sqlState == "58P01" ? field("R") : nil
        let names = [field("t"), field("c"), field("n"), routine].compactMap(\.self)
        // After an ERROR the statement was rolled back. FATAL and PANIC end the connection, perhaps after a commit.
        self.init(
            sqlState: sqlState, object: names.isEmpty ? nil : names.joined(separator: "."),
            isOutcomeUnknown: field("V") != "ERROR")
    }

    /// The connection ended after a statement was sent.
    static let lost = PostgresError("the connection was lost before the answer", isOutcomeUnknown: true)
}
