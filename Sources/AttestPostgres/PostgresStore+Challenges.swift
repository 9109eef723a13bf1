public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PostgresStore {
    /// How many rows are deleted by one statement.
    private static let purgeBatch = 5000

    /// Marks a challenge as used.
    public func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool {
        try await pool.run(.spend, Self.parameters(challenge, expiry)).count == 1
    }

    /// Marks a challenge as used and loads a key, in one round trip.
    public func spend(
        _ challenge: ChallengeID, until expiry: Date, loading keyID: KeyID
    ) async throws -> (isFresh: Bool, record: KeyRecord?) {
        var parameters = try Self.parameters(challenge, expiry)
        parameters.append(keyID.bytes)
        guard let row = try await pool.run(.spendAndLoad, parameters).rows.first else {
            throw PostgresError.corrupt("an answer")
        }
        return (try row.bool(0), row.isNull(1) ? nil : try KeyRecord(row, from: 1))
    }

    /// Forgets the challenges whose time is over.
    ///
    /// Many are forgotten by several statements; those that another call is about to forget at the same time are left to it.
    public func purge(before time: Date) async throws -> Int {
        try await purge(.purge, before: time.timestamp)
    }

    /// Deletes rows in batches.
    func purge(_ statement: Statement, before time: Int64) async throws -> Int {
        var parameters = Parameters()
        parameters.append(time)
        parameters.append(Int64(Self.purgeBatch))
        var count = 0
        while true {
            let batch = try await pool.run(statement, parameters).count
            count += batch
            guard batch == Self.purgeBatch else { return count }
        }
    }

    private static func parameters(_ challenge: ChallengeID, _ expiry: Date) throws(PostgresError) -> Parameters {
        guard challenge.bytes.count == 16 else { throw PostgresError("a challenge of other than 16 bytes") }
        var parameters = Parameters()
        parameters.append(challenge.bytes)
        parameters.append(try expiry.timestamp)
        return parameters
    }
}
