internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A blob in the shape of a genuine receipt: CMS signed data in BER, with the fields of an ATTEST receipt.
///
/// It is not signed, so it passes for a receipt only where receipts are stored unread.
enum TestReceipt {
    static func make(_ profile: DeviceProfile, leaf: [UInt8], clientDataHash: ClientDataHash, at time: Date) -> [UInt8]
    {
        let created = time.formatted(.iso8601)
        let expires = time.addingTimeInterval(90 * 86_400).formatted(.iso8601)
        let fields: [(UInt8, [UInt8])] = [
            (2, Array(profile.appID.text.utf8)),
            (3, leaf),
            (4, clientDataHash.bytes),
            (5, Array(String(repeating: "t", count: 88).utf8)),
            (6, Array("ATTEST".utf8)),
            (7, Array((profile.environment == .production ? "production" : "sandbox").utf8)),
            (12, Array(created.utf8)),
            (21, Array(expires.utf8)),
        ]
        let payload = DER.element(
            [0x31],
            fields.flatMap { DER.sequence(DER.integer($0.0), DER.integer(1), DER.octetString($0.1)) })
        let chunks = stride(from: 0, to: payload.count, by: 1000).flatMap {
            DER.octetString(Array(payload[$0..<min($0 + 1000, payload.count)]))
        }
        let content = indefinite(
            [0x30], DER.objectIdentifier("1.2.840.113549.1.7.1") + indefinite([0xa0], indefinite([0x24], chunks)))
        let digests = DER.set(DER.sequence(DER.objectIdentifier("2.16.840.1.101.3.4.2.1"), [0x05, 0x00]))
        let signedData = indefinite(
            [0x30], DER.integer(1) + digests + content + indefinite([0xa0], leaf) + DER.set())
        return indefinite(
            [0x30], DER.objectIdentifier("1.2.840.113549.1.7.2") + indefinite([0xa0], signedData))
    }

    /// An element of indefinite length, which ends with two zero bytes.
    private static func indefinite(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        identifier + [0x80] + content + [0x00, 0x00]
    }
}
