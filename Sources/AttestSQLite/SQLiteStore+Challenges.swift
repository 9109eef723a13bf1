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

    /// Marks a challenge as used.
    public func spend(_ challenge: ChallengeID, until expiry: Date) throws -> Bool {
        try statements.spend.run([.blob(challenge.bytes), expiry.column])
        return database.changes == 1
    }

    /// Marks a challenge as used and loads a key, one right after the other.
    ///
    /// Not in one transaction: the challenge must stay used also when the key cannot be read.
    public func spend(
        _ challenge: ChallengeID, until expiry: Date, loading keyID: KeyID
    ) throws -> (isFresh: Bool, record: KeyRecord?) {
        let isFresh = try spend(challenge, until: expiry)
        return (isFresh, isFresh ? try record(keyID) : nil)
    }

    /// Forgets the challenges whose time is over.
    ///
    /// Many are forgotten in several steps, between which other calls are served.
    public func purge(before time: Date) async throws -> Int {
        try await inBatches { batch throws(SQLiteError) in try statements.purge.run([time.column, batch]) }
    }

    /// Deletes rows until there are none left to delete.
    ///
    /// - Parameter delete: Deletes so many at most.
    /// - Returns: How many were deleted.
    /// - Throws: What deleting throws.
    func inBatches(_ delete: (SQLValue) throws(SQLiteError) -> Void) async throws(SQLiteError) -> Int {
        var count = 0
        while true {
            try delete(.integer(Int64(Self.purgeBatch)))
            let changes = database.changes
            count += changes
            guard changes == Self.purgeBatch else { return count }
            await Task.yield()
        }
    }
}
