/// One field of a receipt: `SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
///
/// Source: Apple, "Assessing fraud risk".
public struct ReceiptField: Sendable, Hashable {
    /// The number of the field.
    public let type: UInt32
    /// The version of the field; 1 in all that were seen.
    public let version: UInt32
    /// The value: mostly ASCII text.
    public let value: [UInt8]

    init(reading reader: inout DERReader) throws(AttestError) {
        self = try reader.read(.sequence) { (reader) throws(AttestError) in
            ReceiptField(type: try reader.number(), version: try reader.number(), value: try reader.octetString())
        }
    }

    private init(type: UInt32, version: UInt32, value: [UInt8]) {
        self.type = type
        self.version = version
        self.value = value
    }

    // The numbers, as Apple names them; 7 is not documented, and says the environment.
    static let appID: UInt32 = 2
    static let attestedPublicKey: UInt32 = 3
    static let clientHash: UInt32 = 4
    static let receiptType: UInt32 = 6
    static let environment: UInt32 = 7
    static let creationTime: UInt32 = 12
    static let riskMetric: UInt32 = 17
    static let notBefore: UInt32 = 19
    static let expirationTime: UInt32 = 21
}
