public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PostgresStore {
    /// Takes keys whose receipts are due, and reserves them for the caller.
    public func claimReceipts(
        dueAt time: Date, reservedUntil lease: Date, limit: Int
    ) async throws -> [KeyRecord] {
        guard limit > 0 else { return [] }
        var parameters = Parameters()
        try parameters.append(time)
        try parameters.append(lease)
        parameters.append(Int64(limit))
        return try await pool.run(.claimReceipts, parameters).rows.map { try KeyRecord($0) }
    }

    /// Replaces the receipt of a key, its times, when it is due, and adds to the history of the metric.
    public func replaceReceipt(
        _ keyID: KeyID, with receipt: [UInt8], times: ReceiptTimes, nextDue: Date?, sample: RiskSample?
    ) async throws -> Bool {
        var parameters = Self.parameters(keyID.bytes)
        parameters.append(receipt)
        try parameters.append(times.notBefore)
        try parameters.append(times.expiration)
        try parameters.append(nextDue)
        try parameters.append(sample?.time)
        parameters.append(sample.map { Int64($0.metric) })
        parameters.append(Int64(RiskSample.historyLimit))
        return try await pool.run(.replaceReceipt, parameters).count == 1
    }

    /// Sets when the receipt of a key is due.
    public func postponeReceipt(_ keyID: KeyID, until time: Date?) async throws -> Bool {
        var parameters = Self.parameters(keyID.bytes)
        try parameters.append(time)
        return try await pool.run(.postponeReceipt, parameters).count == 1
    }

    /// The metrics of a key, the oldest first.
    public func riskHistory(of keyID: KeyID) async throws -> [RiskSample] {
        var parameters = Self.parameters(keyID.bytes)
        parameters.append(Int64(RiskSample.historyLimit))
        return try await pool.run(.samples, parameters).rows.reversed().map { row throws(PostgresError) in
            guard let metric = UInt32(exactly: try row.integer(1)) else { throw .corrupt("a risk metric") }
            return RiskSample(time: Date(timestamp: try row.integer(0)), metric: metric)
        }
    }
}
