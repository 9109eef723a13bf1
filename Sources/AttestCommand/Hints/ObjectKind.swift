internal import AttestCore

/// What some bytes are, found by reading them as each.
enum ObjectKind {
    case attestation
    case assertion
    case receipt
    case certificate

    /// The object identifier 1.2.840.113549.1.7.2, which a CMS message with a signature begins with (RFC 5652).
    private static let signedData: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]

    /// Nil for bytes that are none of these.
    init?(_ bytes: some Collection<UInt8>) {
        if (try? AttestationObject(decoding: bytes)) != nil {
            self = .attestation
        } else if (try? AssertionObject(decoding: bytes)) != nil {
            self = .assertion
        } else if bytes.first == 0x30, Array(bytes.prefix(24)).contains(Self.signedData) {
            self = .receipt
        } else if bytes.starts(with: [0x30, 0x82]) {
            self = .certificate
        } else {
            return nil
        }
    }

    /// What people call it.
    var name: String {
        switch self {
        case .attestation: "the attestation object"
        case .assertion: "the assertion"
        case .receipt: "the receipt"
        case .certificate: "the certificate"
        }
    }

    /// What it is when another kind was expected.
    var hint: String {
        switch self {
        case .attestation: "this is an attestation object: use 'attest verify attestation'"
        case .assertion: "this is an assertion: use 'attest verify assertion'"
        case .receipt: "this is a receipt, and not the attestation object that holds it"
        case .certificate: "this is a certificate or another DER structure, and not the object of App Attest"
        }
    }
}
