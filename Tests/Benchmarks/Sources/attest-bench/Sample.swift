import AttestCore
import Foundation

/// An object and what it is validated against.
protocol Sample: Sendable {
    /// The curve of the one signature that must be verified.
    static var curve: BareVerify.Curve { get }

    func parse() throws
    /// Parses and validates.
    func validate() throws
}

struct AttestationSample: Sample {
    static let curve = BareVerify.Curve.p384

    let bytes: [UInt8]
    let validator: AttestationValidator
    let keyID: KeyID
    let clientDataHash: ClientDataHash
    let time: Date

    func parse() throws {
        _ = try AttestationObject(decoding: bytes)
    }

    func validate() throws {
        _ = try validator.validate(
            AttestationObject(decoding: bytes), keyID: keyID, clientDataHash: clientDataHash, at: time)
    }
}

struct AssertionSample: Sample {
    static let curve = BareVerify.Curve.p256

    let bytes: [UInt8]
    let validator: AssertionValidator
    let clientDataHash: ClientDataHash
    /// The 65 bytes as a store keeps them.
    let publicKey: [UInt8]
    let counter: UInt32

    func parse() throws {
        _ = try AssertionObject(decoding: bytes)
    }

    func validate() throws {
        _ = try validator.validate(
            AssertionObject(decoding: bytes), clientDataHash: clientDataHash, publicKey: P256PublicKey(x963: publicKey),
            after: counter)
    }
}

struct ReceiptSample: Sample {
    static let curve = BareVerify.Curve.p256

    let bytes: [UInt8]
    let validator: ReceiptValidator
    let subject: ReceiptSubject

    func parse() throws {
        _ = try Receipt(decoding: bytes)
    }

    func validate() throws {
        _ = try validator.validate(Receipt(decoding: bytes), of: subject, from: .stored)
    }
}
