extension Certificate {
    /// Whether this is a leaf of the form that Apple issues, in which OpenSSL would judge nothing but the signature.
    ///
    /// All that OpenSSL looks at to find a leaf's path is then the same for all leaves of an issuer: the issuer's name, byte
    /// by byte, and no key identifiers. It would refuse no extension as malformed, because it knows none of them but those
    /// that are read here as well; and the names differ also in OpenSSL's eyes, which ignore case and spaces.
    func matchesAppleLeafProfile(of issuer: Certificate) -> Bool {
        guard self.issuer == issuer.subject, let attributes = Self.attributeCount(in: subject),
            attributes != Self.attributeCount(in: issuer.subject)
        else { return false }
        return extensions.all.allSatisfy { entry in
            switch entry.id {
            case .basicConstraints, .keyUsage: true
            case .extendedKeyUsage: Self.isListOfIdentifiers(entry.value)
            default: entry.id.isApple
            }
        }
    }

    /// The number of attributes of a name whose sets have one each, all of them UTF-8; nil for other names.
    private static func attributeCount(in name: ArraySlice<UInt8>) -> Int? {
        try? DERReader.read(name, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                var count = 0
                while !reader.isAtEnd {
                    try reader.read(.set) { (reader) throws(AttestError) in
                        try reader.read(.sequence) { (reader) throws(AttestError) in
                            _ = try reader.objectIdentifier()
                            let value = try reader.content(.utf8String)
                            guard String(validating: value, as: UTF8.self) != nil else {
                                throw reader.fault("text that is not UTF-8")
                            }
                        }
                    }
                    count += 1
                }
                return count
            }
        }
    }

    /// Reads `SEQUENCE SIZE (1..MAX) OF OBJECT IDENTIFIER`.
    private static func isListOfIdentifiers(_ value: ArraySlice<UInt8>) -> Bool {
        let list: Void? = try? DERReader.read(value, reportingAs: .malformedCertificate) {
            (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                repeat { _ = try reader.objectIdentifier() } while !reader.isAtEnd
            }
        }
        return list != nil
    }
}
