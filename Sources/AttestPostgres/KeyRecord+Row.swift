internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension KeyRecord {
    /// Reads a record, whose columns come in the order of `Statement` from a first one on.
    ///
    /// - Throws: `PostgresError` for every value that no record has: an `AttestError` would look like a refusal.
    init(_ row: Row, from first: Int = 0) throws(PostgresError) {
        guard let environment = AttestEnvironment(rawValue: try row.text(first + 4)) else {
            throw .corrupt("an environment")
        }
        guard let highest = UInt32(exactly: try row.integer(first + 8)) else { throw .corrupt("a counter") }
        var launchCategory: LaunchCategory?
        if !row.isNull(first + 6) {
            guard let number = UInt32(exactly: try row.integer(first + 6)) else { throw .corrupt("a launch category") }
            launchCategory = LaunchCategory(rawValue: number)
        }
        var riskMetric: UInt32?
        if !row.isNull(first + 14) {
            riskMetric = UInt32(exactly: try row.integer(first + 14))
            guard riskMetric != nil else { throw .corrupt("a risk metric") }
        }
        let (keyID, publicKey, appID) = try Self.identity(row.blob(first), row.blob(first + 1), row.text(first + 3))
        self.init(
            keyID: keyID, publicKey: publicKey, account: try row.text(first + 2), appID: appID,
            environment: environment, receipt: row.isNull(first + 5) ? nil : Array(try row.blob(first + 5)),
            launchCategory: launchCategory, bundleVersion: row.isNull(first + 7) ? nil : try row.text(first + 7),
            counter: CounterState(highest: highest, recent: UInt64(bitPattern: try row.integer(first + 9))),
            created: Date(timestamp: try row.integer(first + 10)),
            lastUsed: row.isNull(first + 11) ? nil : Date(timestamp: try row.integer(first + 11)),
            receiptTimes: try Self.times(row, first + 12), riskMetric: riskMetric)
    }

    private static func times(_ row: Row, _ column: Int) throws(PostgresError) -> ReceiptTimes? {
        let expiration = row.isNull(column + 1) ? nil : Date(timestamp: try row.integer(column + 1))
        guard !row.isNull(column) else {
            guard expiration == nil else { throw .corrupt("the times of a receipt") }
            return nil
        }
        return ReceiptTimes(notBefore: Date(timestamp: try row.integer(column)), expiration: expiration)
    }

    private static func identity(
        _ keyID: ArraySlice<UInt8>, _ publicKey: ArraySlice<UInt8>, _ appID: String
    ) throws(PostgresError) -> (KeyID, P256PublicKey, AppID) {
        do throws(AttestError) {
            return (try KeyID(bytes: keyID), try P256PublicKey(x963: publicKey), try AppID(appID))
        } catch {
            throw .corrupt("a key ID, public key or app ID")
        }
    }

    /// The values of the columns, in the order of `Statement`.
    var parameters: Parameters {
        get throws(PostgresError) {
            var parameters = Parameters()
            parameters.append(keyID.bytes)
            parameters.append(publicKey.x963)
            parameters.append(account.utf8)
            parameters.append(appID.text.utf8)
            parameters.append(environment.rawValue.utf8)
            parameters.append(receipt)
            parameters.append(launchCategory.map { Int64($0.rawValue) })
            parameters.append(bundleVersion?.utf8)
            parameters.append(Int64(counter.highest))
            parameters.append(Int64(bitPattern: counter.recent))
            parameters.append(try created.timestamp)
            try parameters.append(lastUsed)
            try parameters.append(receiptTimes?.notBefore)
            try parameters.append(receiptTimes?.expiration)
            parameters.append(riskMetric.map { Int64($0) })
            return parameters
        }
    }
}

extension Parameters {
    fileprivate mutating func append(_ value: (some Collection<UInt8>)?) {
        if let value { append(value) } else { appendNull() }
    }

    mutating func append(_ number: Int64?) {
        if let number { append(number) } else { appendNull() }
    }

    mutating func append(_ time: Date?) throws(PostgresError) {
        append(try time?.timestamp)
    }
}
