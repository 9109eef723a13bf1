extension Certificate {
    /// The App ID that Apple writes into a leaf: extension 1.2.840.113635.100.8.5, entry 1204.
    ///
    /// Apple does not document it, so it is shown to people and never judged by. Nil when it is not there.
    package var namedAppID: String? {
        guard let description = extensions[.keyDescription] else { return nil }
        return try? DERReader.read(description.value, reportingAs: .malformedCertificate) {
            (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                var appID: String?
                while !reader.isAtEnd {
                    let entry = try reader.element()
                    guard entry.tag == .explicit(1204) else { continue }
                    appID = try DERReader.read(entry.content, reportingAs: .malformedCertificate) {
                        (reader) throws(AttestError) in
                        String(validating: try reader.content(.octetString), as: UTF8.self)
                    }
                }
                return appID
            }
        }
    }
}
