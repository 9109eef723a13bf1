package import AttestCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension ReceiptDraft {
    /// The receipt inside of an attestation, which Apple exchanges for 90 days.
    static func attest(
        _ profile: DeviceProfile, leaf: [UInt8], clientDataHash: ClientDataHash, at time: Date,
        authority: ReceiptAuthority
    ) -> ReceiptDraft {
        ReceiptDraft(
            [
                Field(2, profile.appID.text),
                Field(3, leaf),
                Field(4, clientDataHash.bytes),
                Field(5, String(repeating: "t", count: 88)),
                Field(6, ReceiptType.attest.rawValue),
                Field(7, profile.environment == .production ? "production" : "sandbox"),
                Field(12, receiptTime(time)),
                Field(21, receiptTime(time.addingTimeInterval(90 * 86_400))),
            ], authority: authority, signing: profile.system == .iOS14 ? .contentBesideAttributes : .content)
    }

    /// What Apple answers to a receipt: one with the risk metric, exchanged again not before a day has passed.
    package static func exchanged(
        for receipt: [UInt8], riskMetric: UInt32, at time: Date, authority: ReceiptAuthority
    ) throws(AttestError) -> ReceiptDraft {
        let given = try Receipt(decoding: receipt).unprovenContent()
        func field(_ type: UInt8) -> Field {
            Field(type, given.fields.first { $0.type == UInt32(type) }?.value ?? [])
        }
        // Apple's server damages the client data hash like this.
        let damaged = Field(4, String(decoding: field(4).value, as: UTF8.self))
        return ReceiptDraft(
            [
                Field(17, String(riskMetric)),
                Field(6, ReceiptType.receipt.rawValue),
                field(2), field(3), damaged, field(5), field(7),
                Field(12, receiptTime(time)),
                Field(19, receiptTime(time.addingTimeInterval(86_400))),
                Field(21, receiptTime(time.addingTimeInterval(90 * 86_400))),
            ], authority: authority, signing: .content)
    }

    /// A time as receipts write it: to the millisecond, without zeros at the end of the fraction.
    static func receiptTime(_ time: Date) -> String {
        let text = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        guard let point = text.firstIndex(of: ".") else { return text }
        let fraction = text[point...].dropLast().reversed().drop { $0 == "0" }.reversed()
        return text[..<point] + (fraction.count > 1 ? String(fraction) : "") + "Z"
    }
}
