/// What iOS 27, macOS 27 and later add to the authenticator data about the running app; all of it is signed.
public struct AuthenticatorExtensions: Sendable {
    /// How the app was signed and launched.
    public let launchCategory: LaunchCategory?

    /// The app's `CFBundleVersion`; macOS sends none.
    public let bundleVersion: String?

    /// The hash of the app's code directory, which only apps with the App Attest Opt-In entitlement send.
    ///
    /// Apple does not document it: it may change or disappear, so decide nothing on its absence.
    public let codeDirectoryHash: CodeDirectoryHash?

    /// All entries, those that this package does not know included.
    package let entries: CBORMap

    /// The names of all entries, in the order of the bytes.
    public var names: [String] {
        entries.entries.compactMap { entry in
            if case .text(let name) = entry.key { name } else { nil }
        }
    }

    /// Reads what follows the fixed authenticator data: nothing (then nil), or exactly one map with text keys.
    init?(decoding bytes: ArraySlice<UInt8>) throws(AttestError) {
        guard !bytes.isEmpty else { return nil }
        guard case .map(let map) = try CBORDecoder.decode(bytes) else {
            throw AttestError(.malformedExtensions, "the bytes from \(bytes.startIndex) on are not a map")
        }
        entries = map
        launchCategory = try Self.launchCategory(map[Name.launchCategory])
        bundleVersion = try Self.bundleVersion(map[Name.bundleVersion])
        codeDirectoryHash = CodeDirectoryHash(hash: map[Name.codeDirectoryHash], type: map[Name.codeDirectoryHashType])
        for entry in map.entries {
            guard case .text = entry.key else { throw AttestError(.malformedExtensions, "a key that is not text") }
        }
    }

    private enum Name {
        static let launchCategory = "apple_validation_category_01"
        static let bundleVersion = "apple_bundle_version_01"
        static let codeDirectoryHash = "apple_cd_hash_hash_01"
        static let codeDirectoryHashType = "apple_cd_hash_type_01"
    }

    /// Devices send four little-endian bytes where Apple documents a UInt32, so an integer is read as well.
    private static func launchCategory(_ value: CBORValue?) throws(AttestError) -> LaunchCategory? {
        switch value {
        case nil:
            return nil
        case .bytes(let bytes)? where bytes.count == 4:
            return LaunchCategory(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
        case .unsigned(let number)?:
            guard let rawValue = UInt32(exactly: number) else { break }
            return LaunchCategory(rawValue: rawValue)
        default:
            break
        }
        throw AttestError(.malformedExtensions, "\(Name.launchCategory) is neither 4 bytes nor a UInt32")
    }

    private static func bundleVersion(_ value: CBORValue?) throws(AttestError) -> String? {
        switch value {
        case nil: return nil
        case .text(let text)?: return text
        default: throw AttestError(.malformedExtensions, "\(Name.bundleVersion) is not text")
        }
    }
}
