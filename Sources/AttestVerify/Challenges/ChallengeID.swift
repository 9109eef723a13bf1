/// What a store remembers of a used challenge: its 16 random bytes.
public struct ChallengeID: Sendable, Hashable {
    /// The 16 bytes.
    public let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
