package import AttestCore

/// A receipt before it is signed: every part can be set, also to what a verifier must refuse.
package struct ReceiptDraft: Sendable {
    package struct Field: Sendable {
        package var type: UInt8
        package var value: [UInt8]

        package init(_ type: UInt8, _ value: [UInt8]) {
            self.type = type
            self.value = value
        }

        package init(_ type: UInt8, _ text: String) {
            self.init(type, Array(text.utf8))
        }
    }

    /// What the signature covers.
    package enum Signing: Sendable {
        /// The content, as in all receipts since October 2020.
        case content
        /// The content although there are signed attributes, as in Apple's receipts until then.
        case contentBesideAttributes
        /// Attributes that hold the digest of the content, as the standard has it (RFC 5652, section 5.4).
        case attributes
    }

    package var fields: [Field]
    package var signing: Signing
    package var signerKey: SigningKey
    /// Makes the signature in place of the signer's key.
    package var forgedSignature: (@Sendable (_ message: [UInt8]) throws(AttestError) -> [UInt8])?
    /// The signer's certificate and the others.
    package var certificates: [[UInt8]]
    /// The most bytes in a chunk of the content.
    package var chunkSize = 1000
    package var digestID = "2.16.840.1.101.3.4.2.1"

    /// Changes the content after it is signed.
    package var editContent: @Sendable (inout [UInt8]) -> Void = { _ in }
    /// Changes the bytes of the receipt at the very end.
    package var editReceipt: @Sendable (inout [UInt8]) -> Void = { _ in }

    /// Starts a receipt that the authority signs, and brings its root along as genuine ones do.
    package init(_ fields: [Field], authority: ReceiptAuthority, signing: Signing) {
        self.fields = fields
        self.signing = signing
        signerKey = authority.signerKey
        certificates = [authority.signer, authority.intermediate, authority.root]
    }

    package subscript(type: UInt8) -> [UInt8]? {
        get { fields.first { $0.type == type }?.value }
        set { fields = fields.compactMap { $0.type != type ? $0 : newValue.map { Field(type, $0) } } }
    }

    /// Signs the draft and writes it as Apple does: BER with indefinite lengths, and the content in chunks.
    package func assembled() throws(AttestError) -> [UInt8] {
        var content = DER.element(
            [0x31],
            fields.flatMap { DER.sequence(DER.integer($0.type), DER.integer(1), DER.octetString($0.value)) })
        let signer = try signerInfo(over: content)
        editContent(&content)

        let chunks = stride(from: 0, to: content.count, by: chunkSize).flatMap {
            DER.octetString(Array(content[$0..<min($0 + chunkSize, content.count)]))
        }
        let encapsulated = DER.indefinite(
            [0x30], DER.objectIdentifier(Self.dataID) + DER.indefinite([0xa0], DER.indefinite([0x24], chunks)))
        let signedData = DER.indefinite(
            [0x30],
            DER.integer(1) + DER.set(digest) + encapsulated + DER.indefinite([0xa0], certificates.flatMap { $0 })
                + DER.set(signer))
        var receipt = DER.indefinite(
            [0x30], DER.objectIdentifier("1.2.840.113549.1.7.2") + DER.indefinite([0xa0], signedData))
        editReceipt(&receipt)
        return receipt
    }

    private static let dataID = "1.2.840.113549.1.7.1"

    private var digest: [UInt8] { DER.sequence(DER.objectIdentifier(digestID), [0x05, 0x00]) }

    private func signerInfo(over content: [UInt8]) throws(AttestError) -> [UInt8] {
        let attributes =
            DER.sequence(
                DER.objectIdentifier("1.2.840.113549.1.9.3"), DER.set(DER.objectIdentifier(Self.dataID)))
            + DER.sequence(
                DER.objectIdentifier("1.2.840.113549.1.9.4"), DER.set(DER.octetString(try sha256(content))))
        let signed = signing == .attributes ? DER.set(attributes) : content
        let signature: [UInt8]
        if let forgedSignature {
            signature = try forgedSignature(signed)
        } else {
            signature = try signerKey.signature(over: signed, digest: .sha256)
        }
        return DER.sequence(
            DER.integer(1),
            DER.sequence(ReceiptAuthority.intermediateName, DER.integer(ReceiptAuthority.signerSerialNumber)),
            digest,
            signing == .content ? [] : DER.element([0xa0], attributes),
            DER.sequence(DER.objectIdentifier("1.2.840.10045.4.3.2")),
            DER.octetString(signature))
    }
}

extension DER {
    /// An element of indefinite length, which two zero bytes end: BER, not DER.
    fileprivate static func indefinite(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        identifier + [0x80] + content + [0x00, 0x00]
    }
}
