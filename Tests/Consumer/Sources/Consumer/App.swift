import AttestTesting
import AttestVerify

/// An app on a virtual device, which does what a real one would do with Apple's calls.
struct App {
    let device: VirtualDevice

    init(_ appID: String, certifiedBy authority: TestAuthority) throws {
        device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: appID, environment: .production), authority: authority)
    }

    func attest(_ keyID: KeyID, challenge: String, flaw: AttestationFlaw? = nil) throws -> [UInt8] {
        try device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8), flaw: flaw)
    }

    /// The headers of a signed request.
    func headers(
        _ keyID: KeyID, _ method: String, _ path: String, body: [UInt8], challenge: String
    ) throws -> [String: String] {
        let binding = try RequestBinding(challenge: challenge, method: method, path: path, body: body)
        let assertion = try device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: binding.clientData))
        return [
            AssertionHeaders.assertionName: base64(assertion), AssertionHeaders.keyIDName: keyID.base64,
            AssertionHeaders.challengeName: challenge,
        ]
    }
}
