/// The extensions of a certificate, each once; the two that decide about a chain are read (RFC 5280, section 4.2).
struct CertificateExtensions: Sendable {
    struct Extension: Sendable {
        let id: ObjectIdentifier
        let isCritical: Bool
        let value: ArraySlice<UInt8>
    }

    let all: [Extension]

    /// Whether the subject is a certificate authority; absent counts as not.
    let isCA: Bool
    let keyUsage: KeyUsage

    subscript(_ id: ObjectIdentifier) -> Extension? {
        all.first { $0.id == id }
    }

    /// A critical extension that is not one of the two read here.
    var unknownCritical: Extension? {
        all.first { $0.isCritical && $0.id != .basicConstraints && $0.id != .keyUsage }
    }

    /// Reads `SEQUENCE OF SEQUENCE { extnID, critical DEFAULT FALSE, extnValue }`.
    init(reading reader: inout DERReader) throws(AttestError) {
        let all = try reader.read(.sequence) { (reader) throws(AttestError) in
            var all: [Extension] = []
            while !reader.isAtEnd {
                let next = try reader.read(.sequence) { (reader) throws(AttestError) in
                    let id = try reader.objectIdentifier()
                    let isCritical = try reader.defaultFalse()
                    return Extension(id: id, isCritical: isCritical, value: try reader.content(.octetString))
                }
                guard !all.contains(where: { $0.id == next.id }) else { throw reader.fault("an extension twice") }
                all.append(next)
                guard all.count <= AttestLimits.certificateExtensions else {
                    throw AttestError(
                        .limitExceeded,
                        "more than \(AttestLimits.certificateExtensions) extensions in a certificate")
                }
            }
            return all
        }

        var isCA = false
        var keyUsage: KeyUsage = []
        for entry in all {
            switch entry.id {
            case .basicConstraints: isCA = try Self.isCA(basicConstraints: entry.value)
            case .keyUsage: keyUsage = try KeyUsage(decoding: entry.value)
            default: break
            }
        }
        self.all = all
        self.isCA = isCA
        self.keyUsage = keyUsage
    }

    /// Reads `SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER OPTIONAL }`.
    private static func isCA(basicConstraints value: ArraySlice<UInt8>) throws(AttestError) -> Bool {
        try DERReader.read(value, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                let isCA = try reader.defaultFalse()
                // How many issuers may come below this one is OpenSSL's to check, which knows the path.
                if isCA, !reader.isAtEnd { _ = try reader.smallInteger() }
                return isCA
            }
        }
    }
}

extension DERReader {
    /// Reads a BOOLEAN with the default FALSE, which DER then leaves out.
    fileprivate mutating func defaultFalse() throws(AttestError) -> Bool {
        guard try nextTag() == .boolean else { return false }
        guard try boolean() else { throw fault("a default value that is written out") }
        return true
    }
}
