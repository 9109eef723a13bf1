/// What iOS 27, macOS 27 and later append to the authenticator data about the running app.
///
/// It is signed, but so is everything that follows it: the client data hash, without a border between the two. So values are
/// proof only where the device says, by the flag ED, that it wrote them: see ``AuthenticatorData/provenExtensions``.
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
    public var names: [String] { entries.names.map(\.description) }

    /// The names of the entries that this package does not read, in the order of the bytes.
    package var unknownNames: [String] {
        entries.names.filter { name in !Name.all.contains { name.isEqual(to: $0) } }.map(\.description)
    }

    /// Reads what follows the fixed authenticator data: nothing (then nil), or exactly one map with text keys.
    ///
    /// - Throws: `malformedExtensions` or `limitExceeded`.
    init?(decoding bytes: ArraySlice<UInt8>) throws(AttestError) {
        guard !bytes.isEmpty else { return nil }
        let map = try Self.map(decoding: bytes)
        entries = map
        launchCategory = try Self.value(of: Name.launchCategory, in: map, Self.launchCategory)
        bundleVersion = try Self.value(of: Name.bundleVersion, in: map, Self.bundleVersion)?.description
        codeDirectoryHash = CodeDirectoryHash(hash: map[Name.codeDirectoryHash], type: map[Name.codeDirectoryHashType])
    }

    private static func map(decoding bytes: ArraySlice<UInt8>) throws(AttestError) -> CBORMap {
        let value: CBORValue
        do throws(AttestError) {
            value = try CBORDecoder.decode(bytes)
        } catch {
            throw error.code == .malformedCBOR ? AttestError(.malformedExtensions, error.context) : error
        }
        guard case .map(let map) = value else {
            throw AttestError(.malformedExtensions, "the bytes from \(bytes.startIndex) on are not a map")
        }
        guard map.names.count == map.entries.count else {
            throw AttestError(.malformedExtensions, "a key that is not text")
        }
        return map
    }

    /// The names of the entries: as devices send them, and for some the shorter one of Apple's text on assertions.
    private enum Name {
        static let launchCategory = ["apple_validation_category_01", "validationCategory"]
        static let bundleVersion = ["apple_bundle_version_01", "bundleVersion"]
        static let codeDirectoryHash = "apple_cd_hash_hash_01"
        static let codeDirectoryHashType = "apple_cd_hash_type_01"

        static let all = launchCategory + bundleVersion + [codeDirectoryHash, codeDirectoryHashType]
    }

    /// The value under one of two names; under both it could be read in two ways, unless it is the same.
    private static func value<Value: Equatable>(
        of names: [String], in map: CBORMap, _ read: (CBORValue, String) throws(AttestError) -> Value
    ) throws(AttestError) -> Value? {
        var found: Value?
        for name in names {
            guard let entry = map[name] else { continue }
            let value = try read(entry, name)
            guard found == nil || found == value else {
                throw AttestError(.malformedExtensions, "\(names.joined(separator: " and ")) differ")
            }
            found = value
        }
        return found
    }

    /// Devices send four little-endian bytes where Apple documents a UInt32, so an integer is read as well.
    private static func launchCategory(_ value: CBORValue, name: String) throws(AttestError) -> LaunchCategory {
        switch value {
        case .bytes(let bytes) where bytes.count == 4:
            return LaunchCategory(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
        case .unsigned(let number):
            guard let rawValue = UInt32(exactly: number) else { break }
            return LaunchCategory(rawValue: rawValue)
        default:
            break
        }
        throw AttestError(.malformedExtensions, "\(name) is neither 4 bytes nor a UInt32")
    }

    private static func bundleVersion(_ value: CBORValue, name: String) throws(AttestError) -> CBORText {
        guard case .text(let text) = value else { throw AttestError(.malformedExtensions, "\(name) is not text") }
        let limit = AttestLimits.bundleVersionBytes
        guard text.utf8.count <= limit else {
            throw AttestError(.limitExceeded, "\(name) has \(text.utf8.count) bytes, and the limit is \(limit)")
        }
        return text
    }
}
