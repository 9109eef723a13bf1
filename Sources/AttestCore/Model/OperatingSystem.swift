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

    /// Whether the platform is named, and is macOS.
    var isMacOS: Bool { platform == "macosx" }

    /// Reads `SEQUENCE { [n] EXPLICIT value, … }` and keeps the three entries that are understood.
    init(decoding value: ArraySlice<UInt8>) throws(AttestError) {
        var texts: [UInt32: String] = [:]
        try DERReader.read(value, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                while !reader.isAtEnd {
                    let entry = try reader.element()
                    guard entry.tag.tagClass == .context, entry.tag.isConstructed else {
                        throw reader.fault("an operating system entry without a context tag")
                    }
                    let value = try DERReader.read(entry.content, reportingAs: .malformedCertificate) {
                        (reader) throws(AttestError) in try reader.element()
                    }
                    guard value.tag == .octetString else { continue }
                    texts[entry.tag.number] = String(validating: value.content, as: UTF8.self)
                }
            }
        }
        version = texts[1400]
        build = texts[1403]
        platform = texts[1026]
    }
}
