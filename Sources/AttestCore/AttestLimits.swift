/// The sizes above which input is refused unread, each a small multiple of what devices send.
///
/// They bound the time and memory that hostile bytes can cost. A server can use the first two as limits of its request
/// bodies; base64 text is a third longer.
public enum AttestLimits {
    /// The largest attestation object, in bytes; genuine ones have about 2,000 to 6,000.
    public static let attestationObjectBytes = 64 * 1024

    /// The largest assertion, in bytes; genuine ones have about 140 to 290.
    public static let assertionObjectBytes = 8 * 1024

    /// The number of certificates in an attestation's chain, leaf included and root excluded; genuine ones have 2.
    public static let chainCertificates = 2...5

    /// The largest certificate, in bytes; genuine ones have 583 to about 1,100.
    public static let certificateBytes = 4 * 1024

    /// The largest receipt, in bytes; genuine ones have about 3,650 to 4,000.
    public static let receiptBytes = 16 * 1024

    /// The length of a client data hash, in bytes: normally 32, while Apple's samples pass challenges of 21 and 24.
    public static let clientDataHashBytes = 1...128

    /// The deepest nesting of CBOR; genuine objects have 3 levels, and the decoder recurses once a level.
    static let cborDepth = 8

    /// The most CBOR items in one object; genuine ones have about 20.
    static let cborItems = 256

    /// The most entries of one CBOR map: genuine ones have 5, and each new key is compared with those before it.
    static let cborMapEntries = 32

    /// The longest key of a CBOR map, in bytes; genuine ones have up to 28.
    static let cborMapKeyBytes = 64

    /// The longest attestation statement format, in bytes; App Attest's has 15, and WebAuthn (section 8.1) allows 32.
    static let formatBytes = 32

    /// The longest bundle version, in bytes; genuine ones have up to 12.
    static let bundleVersionBytes = 128

    /// The longest text of a receipt's field, in bytes: an App ID has up to about 170, and the others are single words.
    static let receiptTextBytes = 256

    /// The most extensions of a certificate: genuine ones have 2 to 9, and each new one is compared with those before it.
    static let certificateExtensions = 32

    /// The longest object identifier, in bytes of its encoding; genuine ones have up to 10.
    static let objectIdentifierBytes = 64

    /// The longest text about an operating system, in bytes; genuine ones have up to 14.
    static let operatingSystemTextBytes = 64

    /// How many different chains a validator remembers: of issuers, genuine ones are all the same; of signers of receipts, one
    /// a year.
    static let knownIssuers = 16

    /// The deepest nesting of indefinite lengths in a receipt; genuine ones have 5 levels.
    static let berDepth = 16

    /// The most fields in a receipt: genuine ones have 8 to 11, and each new one is compared with those before it.
    static let receiptFields = 64

    /// How far in the future a receipt may have been made, because clocks differ.
    static let receiptClockSkew = Duration.seconds(60)
}
