/// The hash of an app's code directory, as the App Attest Opt-In entitlement adds it; not documented by Apple.
public struct CodeDirectoryHash: Sendable, Hashable {
    /// The hash: 32 bytes for SHA-256; one report has it cut to 20.
    public let bytes: [UInt8]

    /// The number of the hash algorithm in code signatures: 2 for SHA-256.
    public let type: UInt8

    /// Reads the pair; nil unless both are there in the form that was seen, since nothing says that it will stay.
    init?(hash: CBORValue?, type: CBORValue?) {
        guard case .bytes(let hash)? = hash, case .bytes(let types)? = type, let type = types.first, types.count == 1,
            [20, 32].contains(hash.count)
        else { return nil }
        bytes = Array(hash)
        self.type = type
    }
}
