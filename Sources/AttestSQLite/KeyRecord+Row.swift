internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension KeyRecord {
    /// Reads a record, whose columns come in the order of `Statements`.
    ///
    /// - Throws: `SQLiteError` for every value that no record has: an `AttestError` would look like a refusal.
    init(_ row: borrowing Row) throws(SQLiteError) {
        guard let environment = AttestEnvironment(rawValue: try row.text(4)) else { throw .corrupt("an environment") }
        guard let highest = UInt32(exactly: try row.integer(8)) else { throw .corrupt("a counter") }
        var launchCategory: LaunchCategory?
        if !row.isNull(6) {
            guard let number = UInt32(exactly: try row.integer(6)) else { throw .corrupt("a launch category") }
            launchCategory = LaunchCategory(rawValue: number)
        }
        var riskMetric: UInt32?
        if !row.isNull(14) {
            riskMetric = UInt32(exactly: try row.integer(14))
            guard riskMetric != nil else { throw .corrupt("a risk metric") }
        }
        let (keyID, publicKey, appID) = try Self.identity(row.blob(0), row.blob(1), row.text(3))
        self.init(
            keyID: keyID, publicKey: publicKey, account: try row.text(2), appID: appID, environment: environment,
            receipt: row.isNull(5) ? nil : try row.blob(5), launchCategory: launchCategory,
            bundleVersion: row.isNull(7) ? nil : try row.text(7),
            counter: CounterState(highest: highest, recent: UInt64(bitPattern: try row.integer(9))),
            created: Date(timeIntervalSinceReferenceDate: try row.real(10)),
            lastUsed: row.isNull(11) ? nil : Date(timeIntervalSinceReferenceDate: try row.real(11)),
            receiptTimes: try Self.times(row, 12), riskMetric: riskMetric)
    }

    private static func times(_ row: borrowing Row, _ column: Int32) throws(SQLiteError) -> ReceiptTimes? {
        let expiration =
            row.isNull(column + 1) ? nil : Date(timeIntervalSinceReferenceDate: try row.real(column + 1))
        guard !row.isNull(column) else {
            guard expiration == nil else { throw .corrupt("the times of a receipt") }
            return nil
        }
        return ReceiptTimes(
            notBefore: Date(timeIntervalSinceReferenceDate: try row.real(column)), expiration: expiration)
    }

    private static func identity(
        _ keyID: [UInt8], _ publicKey: [UInt8], _ appID: String
    ) throws(SQLiteError) -> (KeyID, P256PublicKey, AppID) {
        do throws(AttestError) {
            return (try KeyID(bytes: keyID), try P256PublicKey(x963: publicKey), try AppID(appID))
        } catch {
            throw .corrupt("a key ID, public key or app ID")
        }
    }

    /// The values of the columns, in the order of `Statements`.
    var columns: [SQLValue] {
        [
            .blob(keyID.bytes), .blob(publicKey.x963), .text(account), .text(appID.text),
            .text(environment.rawValue), receipt.map(SQLValue.blob) ?? .null,
            launchCategory.map { .integer(Int64($0.rawValue)) } ?? .null,
            bundleVersion.map(SQLValue.text) ?? .null, .integer(Int64(counter.highest)),
            .integer(Int64(bitPattern: counter.recent)), created.column, lastUsed.map(\.column) ?? .null,
            receiptTimes.map(\.notBefore.column) ?? .null, receiptTimes?.expiration.map(\.column) ?? .null,
            riskMetric.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}

extension Date {
    /// The value of a column: the number that a date is made of, so that nothing is rounded.
    var column: SQLValue { .real(timeIntervalSinceReferenceDate) }
}
