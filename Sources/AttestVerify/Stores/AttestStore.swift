public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store for both: used challenges and registered keys.
public protocol AttestStore: SpentChallengeStore, KeyStore {
    /// Marks a challenge as used and loads a key, which a store can do in one round trip.
    ///
    /// The challenge is used also when the key is not registered.
    ///
    /// - Returns: Whether the challenge was not used before, and the record of the key.
    func spend(
        _ challenge: ChallengeID, until expiry: Date, loading keyID: KeyID
    ) async throws -> (isFresh: Bool, record: KeyRecord?)
}

extension AttestStore {
    /// Marks the challenge, then loads the key.
    ///
    /// - Parameters:
    ///   - challenge: The challenge.
    ///   - expiry: When it may be forgotten.
    ///   - keyID: The key.
    /// - Returns: Whether the challenge was not used before, and the record of the key.
    /// - Throws: What the two calls throw.
    public func spend(
        _ challenge: ChallengeID, until expiry: Date, loading keyID: KeyID
    ) async throws -> (isFresh: Bool, record: KeyRecord?) {
        let isFresh = try await spend(challenge, until: expiry)
        return (isFresh, isFresh ? try await record(keyID) : nil)
    }
}
