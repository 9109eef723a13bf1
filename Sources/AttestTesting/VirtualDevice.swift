public import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A device in software, for tests: it answers the calls of Apple's App Attest service with objects of the same shape.
///
/// The objects are certified by a ``TestAuthority``, so only a validator that was given its anchors accepts them.
/// A device can be used by several tasks at once.
public final class VirtualDevice: Sendable {
    private struct KeyState: Sendable {
        let key: SigningKey
        var counter: UInt32 = 0
    }

    /// The genuine device that this one is shaped like.
    public let profile: DeviceProfile
    private let authority: TestAuthority
    private let clock: @Sendable () -> Date
    private let keys = Locked<[KeyID: KeyState]>([:])

    /// Makes a device without keys.
    ///
    /// - Parameters:
    ///   - profile: The genuine device to be shaped like, and the app that runs on it.
    ///   - authority: What certifies its keys.
    ///   - clock: The time at which certificates are issued.
    public init(profile: DeviceProfile, authority: TestAuthority, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.profile = profile
        self.authority = authority
        self.clock = clock
    }

    /// Makes a key, as `generateKey` does.
    ///
    /// - Returns: Its identifier, whose `base64` is what `generateKey` returns.
    /// - Throws: `internalFailure` when the cryptographic library fails.
    public func generateKey() throws(AttestError) -> KeyID {
        let key = try SigningKey(.p256)
        let keyID = try P256PublicKey(x963: key.point).keyID()
        keys.withLock { $0[keyID] = KeyState(key: key) }
        return keyID
    }

    /// The public half of a key.
    ///
    /// - Throws: `keyUnknown` for a key of another device.
    public func publicKey(of keyID: KeyID) throws(AttestError) -> P256PublicKey {
        try P256PublicKey(x963: try key(keyID).point)
    }

    /// Attests a key, as `attestKey` does.
    ///
    /// - Parameters:
    ///   - keyID: The key.
    ///   - clientDataHash: What the app passes: normally SHA-256 of the challenge.
    ///   - flaw: What to do wrong, so that a server's answer to it can be tested.
    ///   - receiptFlaw: What to do wrong in the receipt, for servers that check it.
    /// - Returns: The attestation object.
    /// - Throws: `keyUnknown` for a key of another device, or `internalFailure`.
    public func attest(
        _ keyID: KeyID, clientDataHash: ClientDataHash, flaw: AttestationFlaw? = nil, receiptFlaw: ReceiptFlaw? = nil
    ) throws(AttestError) -> [UInt8] {
        var draft = try attestationDraft(keyID, clientDataHash: clientDataHash, receiptFlaw: receiptFlaw)
        try flaw?.apply(to: &draft, profile: profile, authority: authority, at: clock())
        return try draft.assembled(clientDataHash: clientDataHash)
    }

    /// Signs client data with a key, as `generateAssertion` does; the key's counter goes up by one.
    ///
    /// - Parameters:
    ///   - keyID: The key.
    ///   - clientDataHash: What the app passes: SHA-256 of the client data.
    ///   - flaw: What to do wrong, so that a server's answer to it can be tested.
    /// - Returns: The assertion.
    /// - Throws: `keyUnknown` for a key of another device, or `internalFailure`.
    public func assert(
        _ keyID: KeyID, clientDataHash: ClientDataHash, flaw: AssertionFlaw? = nil
    ) throws(AttestError) -> [UInt8] {
        var draft = try assertionDraft(keyID)
        try flaw?.apply(to: &draft, profile: profile)
        return try draft.assembled(clientDataHash: clientDataHash)
    }

    // MARK: Drafts, for tests that change what no flaw changes

    package func attestationDraft(
        _ keyID: KeyID, clientDataHash: ClientDataHash, receiptFlaw: ReceiptFlaw? = nil
    ) throws(AttestError) -> AttestationDraft {
        let key = try key(keyID)
        let time = clock()
        let credential = AuthenticatorDataDraft.credential(
            aaguid: profile.environment.aaguid, credentialID: keyID.bytes,
            coseKey: AuthenticatorDataDraft.coseKey(key.point))
        return AttestationDraft(
            authenticatorData: AuthenticatorDataDraft(profile, counter: 0, credential: credential),
            leaf: LeafTemplate.make(profile, spki: key.spki, keyID: keyID, at: time),
            issuerKey: authority.intermediateKey,
            issuers: [authority.intermediate],
            otherMembers: unsignedMembers,
            receipt: { [profile, receipts = authority.receipts] (leaf) throws(AttestError) in
                var draft = ReceiptDraft.attest(
                    profile, leaf: leaf, clientDataHash: clientDataHash, at: time, authority: receipts)
                try receiptFlaw?.apply(to: &draft, authority: receipts, at: time)
                return try draft.assembled()
            })
    }

    package func assertionDraft(_ keyID: KeyID) throws(AttestError) -> AssertionDraft {
        let state = keys.withLock { keys -> KeyState? in
            keys[keyID]?.counter += 1
            return keys[keyID]
        }
        guard let state else { throw AttestError(.keyUnknown, "not a key of this device") }
        return AssertionDraft(
            authenticatorData: AuthenticatorDataDraft(profile, counter: state.counter, credential: []),
            key: state.key,
            otherMembers: unsignedMembers)
    }

    private func key(_ keyID: KeyID) throws(AttestError) -> SigningKey {
        guard let key = keys.withLock({ $0[keyID]?.key }) else {
            throw AttestError(.keyUnknown, "not a key of this device")
        }
        return key
    }

    /// The code directory hash that iOS 18.5 to 26 adds for apps with the App Attest Opt-In entitlement.
    private var unsignedMembers: [(String, [UInt8])] {
        guard profile.system == .iOS18 else { return [] }
        let hash = CBORValue.bytes(Array(repeating: 0xcd, count: 20)[...]).encoded
        return [("cdHash", CBORValue.encodedMap([("hash", hash), ("type", CBORValue.bytes([2]).encoded)]))]
    }
}
