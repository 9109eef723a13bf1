extension Certificate {
    /// The number of bytes of the whole certificate.
    package var byteCount: Int { der.count }

    /// The subject's common name, for people; nil when there is none.
    package var subjectCommonName: String? { Self.commonName(in: subject) }

    /// The issuer's common name, for people; nil when there is none.
    package var issuerCommonName: String? { Self.commonName(in: issuer) }

    /// The object identifiers of the extensions, in the order of the bytes.
    package var extensionIDs: [ObjectIdentifier] { extensions.all.map(\.id) }

    /// Reads `Name ::= SEQUENCE OF SET OF SEQUENCE { type, value }`.
    private static func commonName(in name: ArraySlice<UInt8>) -> String? {
        var commonName: String?
        try? DERReader.read(name, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                while !reader.isAtEnd {
                    try reader.read(.set) { (reader) throws(AttestError) in
                        try reader.read(.sequence) { (reader) throws(AttestError) in
                            let type = try reader.objectIdentifier()
                            let value = try reader.element().content
                            if type == .commonName { commonName = String(validating: value, as: UTF8.self) }
                        }
                    }
                }
            }
        }
        return commonName
    }
}
