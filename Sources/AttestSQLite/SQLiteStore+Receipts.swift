public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLiteStore {
    /// Takes keys whose receipts are due, and reserves them for the caller.
    public func claimReceipts(
        dueAt time: Date, reservedUntil lease: Date, limit: Int
    ) async throws -> [KeyRecord] {
        // SQLite takes a negative limit for none.
        guard limit > 0 else { return [] }
        let claims = try await thread.write { session in
            let statements = session.statements
            return try session.database.transaction { () throws(SQLiteError) in
                let claims = try statements.dueReceipts.all([time.column, .integer(Int64(limit))], Claim.init)
                for claim in claims {
                    try statements.postponeReceipt.run([claim.keyID, lease.column])
                }
                return claims
            }
        }
        // Only now: were nothing reserved for a record that cannot be read, it would be the first of every claim.
        return try claims.map { (claim) throws(SQLiteError) in try claim.record.get() }
    }

    /// A key whose receipt is due, and its record if that can be read.
    private struct Claim: Sendable {
        let keyID: SQLValue
        let record: Result<KeyRecord, SQLiteError>

        init(_ row: borrowing Row) throws(SQLiteError) {
            keyID = .blob(try row.blob(0))
            do throws(SQLiteError) {
                record = .success(try KeyRecord(row))
            } catch {
                record = .failure(error)
            }
        }
    }

    /// Replaces the receipt of a key, its times, when it is due, and adds to the history of the metric.
    public func replaceReceipt(
        _ keyID: KeyID, with receipt: [UInt8], times: ReceiptTimes, nextDue: Date?, sample: RiskSample?
    ) async throws -> Bool {
        let key = SQLValue.blob(keyID.bytes)
        let time = sample?.time.column ?? .null
        let metric = sample.map { SQLValue.integer(Int64($0.metric)) } ?? .null
        return try await thread.write { session in
            let statements = session.statements
            return try session.database.transaction { () throws(SQLiteError) in
                try statements.replaceReceipt.run([
                    key, .blob(receipt), times.notBefore.column, times.expiration?.column ?? .null,
                    nextDue?.column ?? .null, time, metric,
                ])
                guard session.database.changes == 1 else { return false }
                if sample != nil {
                    try statements.addSample.run([key, time, metric])
                    try statements.trimSamples.run([key, .integer(Int64(RiskSample.historyLimit))])
                }
                return true
            }
        }
    }

    /// Sets when the receipt of a key is due.
    public func postponeReceipt(_ keyID: KeyID, until time: Date?) async throws -> Bool {
        try await thread.write { session in
            try session.statements.postponeReceipt.run([.blob(keyID.bytes), time?.column ?? .null])
            return session.database.changes == 1
        }
    }

    /// The metrics of a key, the oldest first.
    public func riskHistory(of keyID: KeyID) async throws -> [RiskSample] {
        try await thread.read { session in
            try session.statements.samples.all([.blob(keyID.bytes)]) { row throws(SQLiteError) in
                guard let metric = UInt32(exactly: try row.integer(1)) else { throw .corrupt("a risk metric") }
                return RiskSample(time: Date(timeIntervalSinceReferenceDate: try row.real(0)), metric: metric)
            }
        }
    }
}
