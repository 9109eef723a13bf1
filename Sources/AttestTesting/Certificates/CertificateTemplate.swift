package import AttestCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A certificate before it is signed: every field can be set, also to what a verifier must refuse.
package struct CertificateTemplate: Sendable {
    package struct Extension: Sendable {
        package var id: String
        package var isCritical: Bool
        package var value: [UInt8]

        package init(_ id: String, isCritical: Bool = false, _ value: [UInt8]) {
            self.id = id
            self.isCritical = isCritical
            self.value = value
        }
    }

    /// 2 stands for version 3.
    package var version: UInt8 = 2
    package var serialNumber: [UInt8]
    package var issuer: [UInt8]
    package var notBefore: Date
    package var notAfter: Date
    package var subject: [UInt8]
    package var spki: [UInt8]
    package var extensions: [Extension]

    /// Signs the certificate with a key and a digest, which the algorithm field names.
    package func signed(by key: SigningKey, digest: SigningKey.Digest) throws(AttestError) -> [UInt8] {
        let algorithm = DER.sequence(DER.objectIdentifier(digest.ecdsaIdentifier))
        let toBeSigned = DER.sequence(
            DER.explicit(0, DER.integer(version)),
            DER.integer(serialNumber),
            algorithm,
            issuer,
            DER.sequence(DER.time(notBefore), DER.time(notAfter)),
            subject,
            spki,
            DER.explicit(3, DER.sequence(of: extensions.map(\.encoded))))
        let signature = try key.signature(over: toBeSigned, digest: digest)
        return DER.sequence(toBeSigned, algorithm, DER.bitString(signature))
    }

    /// The extension with an identifier; setting nil removes it, and a new one is added at the end.
    package subscript(id id: String) -> Extension? {
        get { extensions.first { $0.id == id } }
        set {
            let index = extensions.firstIndex { $0.id == id }
            switch (index, newValue) {
            case (let index?, let new?): extensions[index] = new
            case (let index?, nil): extensions.remove(at: index)
            case (nil, let new?): extensions.append(new)
            case (nil, nil): break
            }
        }
    }

    /// A name of several attributes, each in a set of its own.
    package static func name(_ attributes: [(type: String, value: String)]) -> [UInt8] {
        DER.sequence(
            of: attributes.map { DER.set(DER.sequence(DER.objectIdentifier($0.type), DER.utf8String($0.value))) })
    }
}

extension CertificateTemplate.Extension {
    package static let basicConstraintsID = "2.5.29.19"
    package static let keyUsageID = "2.5.29.15"

    package static func basicConstraints(isCA: Bool, pathLength: UInt8? = nil) -> Self {
        Self(
            basicConstraintsID, isCritical: true,
            DER.sequence(isCA ? DER.boolean(true) : [], pathLength.map { DER.integer($0) } ?? []))
    }

    /// A key usage from the first byte of its bit list, in which digitalSignature is 0x80.
    package static func keyUsage(_ bits: UInt8) -> Self {
        Self(keyUsageID, isCritical: true, DER.bitString([bits], unusedBits: UInt8(min(bits.trailingZeroBitCount, 7))))
    }

    fileprivate var encoded: [UInt8] {
        DER.sequence(DER.objectIdentifier(id), isCritical ? DER.boolean(true) : [], DER.octetString(value))
    }
}

extension SigningKey.Digest {
    fileprivate var ecdsaIdentifier: String {
        switch self {
        case .sha256: "1.2.840.10045.4.3.2"
        case .sha384: "1.2.840.10045.4.3.3"
        case .sha512: "1.2.840.10045.4.3.4"
        }
    }
}
