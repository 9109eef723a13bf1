import AttestCore
import AttestVerify
import Foundation

extension ChallengeID {
    /// The challenge with a number.
    init(_ number: Int) {
        self.init(bytes: (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 7))) })
    }

    static func random() -> ChallengeID {
        ChallengeID(bytes: (0..<16).map { _ in .random(in: .min ... .max) })
    }
}

extension KeyID {
    static func random() throws -> KeyID {
        try KeyID(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }
}

extension Date {
    /// A date in whole microseconds.
    init(microseconds: Int64) {
        self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000)
    }

    /// Now, in whole microseconds.
    static var rounded: Date {
        Date(microseconds: Int64((Date().timeIntervalSinceReferenceDate * 1_000_000).rounded()))
    }
}

extension KeyRecord {
    /// A record with everything in it, unless told otherwise.
    static func sample(
        _ keyID: KeyID? = nil, account: String = "alice", environment: AttestEnvironment = .production,
        receipt: [UInt8]? = [1, 2, 3], launchCategory: LaunchCategory? = .appStore, bundleVersion: String? = "1.2.3",
        counter: CounterState = .initial, created: Date = .rounded, lastUsed: Date? = nil,
        receiptTimes: ReceiptTimes? = nil, riskMetric: UInt32? = nil
    ) throws -> KeyRecord {
        KeyRecord(
            keyID: try keyID ?? .random(),
            publicKey: try P256PublicKey(x963: [4] + (0..<64).map { _ in UInt8.random(in: .min ... .max) }),
            account: account, appID: try AppID("A1B2C3D4E5.com.example.app"), environment: environment,
            receipt: receipt, launchCategory: launchCategory, bundleVersion: bundleVersion, counter: counter,
            created: created, lastUsed: lastUsed, receiptTimes: receiptTimes, riskMetric: riskMetric)
    }
}
