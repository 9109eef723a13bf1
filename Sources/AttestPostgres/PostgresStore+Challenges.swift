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
    ///
    /// One that expires at or before the mark of a purge counts as used.
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
    /// In two phases, so that a clock that is ahead for a while makes no used challenge fresh again: a call marks what has
    /// expired, by the earlier of the given time and the server's, and from then on everything that expires up to the mark
    /// is refused. A later call, by more than the statement timeout and a second, deletes it.
    ///
    /// Many are deleted by several statements; those that another call is about to delete at the same time are left to it.
    ///
    /// - Parameter time: Challenges that could be forgotten before this time are.
    /// - Returns: How many rows were deleted, most of them marked by earlier calls.
    /// - Throws: `PostgresError`; `CancellationError`.
    public func purge(before time: Date) async throws -> Int {
        let time = try time.timestamp
        let count = try await purge(.purge, before: time)
        var parameters = Parameters()
        parameters.append(time)
        _ = try await pool.run(.mark, parameters)
        _ = try await pool.run(.confirmMark, .none)
        return count
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
