/// The operating system that made a key, as the attestation's certificate describes it.
///
/// Apple does not document this extension (1.2.840.113635.100.8.7): every entry may be missing. Take it as a hint for
/// logs, not as a condition. Source: the certificates of genuine devices from iOS 14 to 27.
public struct OperatingSystem: Sendable, Hashable {
    /// The version, such as `27.0`.
    public let version: String?
    /// The build, such as `24A446`; from iOS 16.5 on.
    public let build: String?
    /// The platform, such as `iphoneos` or `macosx`; from iOS 18 on.
    public let platform: String?

    /// Whether the whole extension was read, and it has no entry for the platform.
    private let lacksPlatform: Bool

    /// Reads `SEQUENCE { [n] EXPLICIT value, … }` and keeps the three entries that are understood.
    ///
    /// What has another form is passed over, because Apple may change what it does not document. Nil when nothing is left.
    init?(decoding value: ArraySlice<UInt8>) {
        var texts: [UInt32: String] = [:]
        var hasPlatform = false
        let all: Void? = try? DERReader.read(value, reportingAs: .malformedCertificate) {
            (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                while !reader.isAtEnd {
                    let entry = try reader.element()
                    if entry.tag.number == Entry.platform { hasPlatform = true }
                    guard Entry.all.contains(entry.tag.number), entry.tag == .explicit(entry.tag.number) else {
                        continue
                    }
                    texts[entry.tag.number] = Self.text(entry.content)
                }
            }
        }
        version = texts[Entry.version]
        build = texts[Entry.build]
        platform = texts[Entry.platform]
        lacksPlatform = all != nil && !hasPlatform
        guard version != nil || build != nil || platform != nil else { return nil }
    }

    private enum Entry {
        static let version: UInt32 = 1400
        static let build: UInt32 = 1403
        static let platform: UInt32 = 1026
        static let all = [version, build, platform]
    }

    /// The text of an entry: some ASCII characters in an octet string, or in a string type; nil for anything else.
    private static func text(_ entry: ArraySlice<UInt8>) -> String? {
        let value = try? DERReader.read(entry, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            try reader.element()
        }
        guard let value, [.octetString, .utf8String, .printableString, .ia5String].contains(value.tag) else {
            return nil
        }
        let text = value.content
        guard (1...AttestLimits.operatingSystemTextBytes).contains(text.count),
            text.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}

extension OperatingSystem {
    /// What the certificate says about whether a key is a Mac's.
    enum Kind {
        /// The platform is macOS.
        case mac
        /// A platform other than macOS, or a version from before certificates named platforms: macOS followed later.
        case notMac
        /// A platform that is not known here, or none where there should be one.
        case unknown
    }

    var kind: Kind {
        switch platform {
        case "macosx": .mac
        case "iphoneos", "appletvos", "watchos", "xros": .notMac
        case nil: lacksPlatform && isBeforePlatforms ? .notMac : .unknown
        default: .unknown
        }
    }

    /// Whether the version is below 18.
    ///
    /// The certificates of iOS 14 to 17 name no platform, and watchOS and visionOS of these years have lower numbers. macOS has
    /// had App Attest since 27.
    private var isBeforePlatforms: Bool {
        guard let major = version?.utf8.prefix(while: { $0 != UInt8(ascii: ".") }), (1...2).contains(major.count),
            major.allSatisfy(\.isDigit)
        else { return false }
        return major.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } < 18
    }
}
