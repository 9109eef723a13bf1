public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLiteStore {
    /// How many rows are deleted at once; other callers, and other processes, come in between.
    private static let purgeBatch = 1000

    /// Marks a challenge as used; the tables refuse what expires at or before the mark.
    public func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool {
        try await thread.write { session in
            try session.statements.spend.run([.blob(challenge.bytes), expiry.column])
            return session.database.changes == 1
        }
    }

    /// Marks a challenge as used and loads a key, one right after the other.
    ///
    /// Not in one transaction: the challenge must stay used also when the key cannot be read.
    public func spend(
        _ challenge: ChallengeID, until expiry: Date, loading keyID: KeyID
    ) async throws -> (isFresh: Bool, record: KeyRecord?) {
        let isFresh = try await spend(challenge, until: expiry)
        return (isFresh, isFresh ? try await record(keyID) : nil)
    }

    /// Forgets the challenges whose time is over; the tables raise the mark with each deletion.
    ///
    /// Many are forgotten in several steps, between which other calls are served.
    public func purge(before time: Date) async throws -> Int {
        // Nothing beyond, so that the mark stays a time that challenges of a working clock pass.
        let time = min(time, .distantFuture).column
        return try await inBatches { session, batch in try session.statements.purge.run([time, batch]) }
    }

    /// Deletes rows until there are none left to delete.
    ///
    /// - Parameter delete: Deletes so many at most.
    /// - Returns: How many were deleted.
    /// - Throws: What deleting throws.
    func inBatches(_ delete: @escaping @Sendable (Session, SQLValue) throws -> Void) async throws -> Int {
        var count = 0
        while true {
            let changes = try await thread.write { session in
                try delete(session, .integer(Int64(Self.purgeBatch)))
                return session.database.changes
            }
            count += changes
            guard changes == Self.purgeBatch else { return count }
        }
    }
}
