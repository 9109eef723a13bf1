public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a server keeps about a registered key.
public struct KeyRecord: Sendable, Hashable {
    /// The key's identifier.
    public let keyID: KeyID
    /// The key that verifies assertions.
    public let publicKey: P256PublicKey
    /// The account that the key belongs to.
    public let account: String
    /// The app that the key was made in.
    public let appID: AppID
    /// The environment of the key; keys are never valid across environments.
    public let environment: AttestEnvironment
    /// The receipt of the attestation, or a newer one.
    public var receipt: [UInt8]?
    /// How the app was launched when the key was registered.
    public let launchCategory: LaunchCategory?
    /// The app's version when the key was registered.
    public let bundleVersion: String?
    /// The counters that were accepted.
    public var counter: CounterState
    /// When the key was registered.
    public let created: Date
    /// When the key was last used; nil when it was only registered.
    public var lastUsed: Date?
    /// When the receipt can be exchanged for a newer one; nil when there is none, or it was stored unread.
    public var receiptTimes: ReceiptTimes?
    /// The newest risk metric of the key, about how many keys the device attested for the app in 30 days; nil before a
    /// receipt was exchanged.
    public var riskMetric: UInt32?

    /// Takes what a store has kept.
    public init(
        keyID: KeyID, publicKey: P256PublicKey, account: String, appID: AppID, environment: AttestEnvironment,
        receipt: [UInt8]?, launchCategory: LaunchCategory?, bundleVersion: String?, counter: CounterState,
        created: Date,
        lastUsed: Date?, receiptTimes: ReceiptTimes? = nil, riskMetric: UInt32? = nil
    ) {
        self.keyID = keyID
        self.publicKey = publicKey
        self.account = account
        self.appID = appID
        self.environment = environment
        self.receipt = receipt
        self.launchCategory = launchCategory
        self.bundleVersion = bundleVersion
        self.counter = counter
        self.created = created
        self.lastUsed = lastUsed
        self.receiptTimes = receiptTimes
        self.riskMetric = riskMetric
    }

    /// Whether the key belongs to an account.
    ///
    /// Accounts are compared byte by byte, as databases do it, and not by Unicode's canonical equivalence.
    public func belongs(to account: String) -> Bool {
        self.account.utf8.elementsEqual(account.utf8)
    }

    /// The record of a key that was just proven.
    init(_ proof: ValidatedAttestation, account: String, receiptTimes: ReceiptTimes?, at time: Date) {
        self.init(
            keyID: proof.keyID, publicKey: proof.publicKey, account: account, appID: proof.appID,
            environment: proof.environment, receipt: proof.receipt, launchCategory: proof.launchCategory,
            bundleVersion: proof.bundleVersion, counter: .initial, created: time, lastUsed: nil,
            receiptTimes: receiptTimes)
    }
}
