#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a receipt says.
///
/// Source: Apple, "Assessing fraud risk", and the receipts of genuine devices, where a field is not documented.
public struct ReceiptContent: Sendable {
    /// The App ID of the app that made the key (field 2).
    public let appID: String
    /// The attested key (field 3, which is the whole credential certificate).
    public let publicKey: P256PublicKey
    /// The client data hash of the attestation (field 4); required only of a receipt that is validated with its attestation.
    ///
    /// Apple's server damages it in the receipts that it answers with, so it says something in ATTEST receipts only.
    public let clientDataHash: [UInt8]?
    /// Where the receipt comes from (field 6); nil for a type that is not known here.
    public let type: ReceiptType?
    /// The environment (field 7, not documented); nil where it is absent, or not known here.
    public let environment: AttestEnvironment?
    /// Whether there is a field for the environment.
    package let namesEnvironment: Bool
    /// When Apple made the receipt (field 12).
    public let creationTime: Date
    /// The approximate number of keys that the device attested for this app within 30 days (field 17).
    ///
    /// RECEIPT only. Low single digits are normal: reinstalling, restoring and handing on a device make new keys.
    public let riskMetric: UInt32?
    /// The time before which Apple does not exchange the receipt (field 19, RECEIPT only).
    public let notBefore: Date?
    /// The time after which Apple may not exchange the receipt any more (field 21).
    public let expirationTime: Date?
    /// All fields in their order, also those that are not known here.
    public let fields: [ReceiptField]

    /// Reads `SET OF SEQUENCE { type, version, value }`, whose order is not that of DER.
    ///
    /// - Throws: `malformedReceipt`, `receiptFieldMissing`, `receiptFieldDuplicated` or `limitExceeded`.
    init(decoding bytes: [UInt8]) throws(AttestError) {
        fields = try DERReader.read(bytes[...], by: .ber, reportingAs: .malformedReceipt) {
            (reader) throws(AttestError) in
            try reader.read(.set) { (reader) throws(AttestError) in
                var fields: [ReceiptField] = []
                while !reader.isAtEnd {
                    let field = try ReceiptField(reading: &reader)
                    guard !fields.contains(where: { $0.type == field.type }) else {
                        throw AttestError(.receiptFieldDuplicated, "field \(field.type) twice")
                    }
                    fields.append(field)
                    guard fields.count <= AttestLimits.receiptFields else {
                        throw AttestError(.limitExceeded, "more than \(AttestLimits.receiptFields) fields in a receipt")
                    }
                }
                return fields
            }
        }
        let values = Values(fields)
        appID = try values.text(ReceiptField.appID)
        publicKey = try P256PublicKey(receiptField: values.required(ReceiptField.attestedPublicKey))
        clientDataHash = values[ReceiptField.clientHash]
        type = ReceiptType(name: try values.text(ReceiptField.receiptType))
        let environment = try values.ifPresent(ReceiptField.environment) { (type) throws(AttestError) in
            try values.text(type)
        }
        self.environment = environment.flatMap(AttestEnvironment.init(receiptName:))
        namesEnvironment = environment != nil
        creationTime = try values.time(ReceiptField.creationTime)
        riskMetric = try values.ifPresent(ReceiptField.riskMetric) { (type) throws(AttestError) in
            try values.number(type)
        }
        notBefore = try values.ifPresent(ReceiptField.notBefore) { (type) throws(AttestError) in try values.time(type) }
        expirationTime = try values.ifPresent(ReceiptField.expirationTime) { (type) throws(AttestError) in
            try values.time(type)
        }
    }
}

/// The values of the fields, by type.
private struct Values {
    let fields: [ReceiptField]

    init(_ fields: [ReceiptField]) {
        self.fields = fields
    }

    func ifPresent<Value>(
        _ type: UInt32, _ read: (UInt32) throws(AttestError) -> Value
    ) throws(AttestError) -> Value? {
        self[type] == nil ? nil : try read(type)
    }

    subscript(_ type: UInt32) -> [UInt8]? {
        fields.first { $0.type == type }?.value
    }

    func required(_ type: UInt32) throws(AttestError) -> [UInt8] {
        guard let value = self[type] else { throw AttestError(.receiptFieldMissing, "no field \(type)") }
        return value
    }

    func text(_ type: UInt32) throws(AttestError) -> String {
        let bytes = try required(type)
        let limit = AttestLimits.receiptTextBytes
        guard bytes.count <= limit else {
            throw AttestError(.limitExceeded, "field \(type) has \(bytes.count) bytes, and the limit is \(limit)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw AttestError(.malformedReceipt, "field \(type) is not UTF-8")
        }
        return text
    }

    func number(_ type: UInt32) throws(AttestError) -> UInt32 {
        let digits = try required(type)
        guard (1...10).contains(digits.count),
            digits.allSatisfy(\.isDigit),
            let number = UInt32(String(decoding: digits, as: UTF8.self))
        else { throw AttestError(.malformedReceipt, "field \(type) is not a number") }
        return number
    }

    func time(_ type: UInt32) throws(AttestError) -> Date {
        guard let time = Date(receiptTime: try required(type)) else {
            throw AttestError(.malformedReceipt, "field \(type) is not a time in UTC")
        }
        return time
    }
}

extension ReceiptType {
    /// Not by the raw value, which is compared as Unicode text.
    fileprivate init?(name: String) {
        guard let type = Self.allCases.first(where: { name.utf8.elementsEqual($0.rawValue.utf8) }) else { return nil }
        self = type
    }
}

extension AttestEnvironment {
    /// The environment by the name that receipts give it.
    fileprivate init?(receiptName name: String) {
        if name.utf8.elementsEqual("production".utf8) {
            self = .production
        } else if name.utf8.elementsEqual("sandbox".utf8) {
            self = .development
        } else {
            return nil
        }
    }
}

extension P256PublicKey {
    /// The key of field 3: the credential certificate as devices send it, or the public key alone as Apple's text has it.
    fileprivate init(receiptField value: [UInt8]) throws(AttestError) {
        let certificate = try? Certificate(der: value[...])
        guard case .p256(let key) = certificate?.publicKey ?? SubjectPublicKey(spki: value[...]) else {
            throw AttestError(.malformedReceipt, "field 3 holds no P-256 key")
        }
        self = key
    }
}
