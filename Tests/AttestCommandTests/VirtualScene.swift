import AttestCore
import AttestTesting
import Foundation

/// A virtual device with one key, and the arguments that verify what it makes.
struct VirtualScene {
    let appID = "A1B2C3D4E5.com.example.app"
    let authority: TestAuthority
    let device: VirtualDevice
    let keyID: KeyID
    private let folder: TemporaryFolder
    let root: String

    init(_ system: DeviceProfile.System = .iOS27) throws {
        authority = try TestAuthority()
        device = VirtualDevice(
            profile: try DeviceProfile(system, appID: appID, environment: .production), authority: authority)
        keyID = try device.generateKey()
        folder = try TemporaryFolder()
        root = try folder.write(authority.root, to: "root.der")
    }

    var publicKey: String {
        get throws { Data(try device.publicKey(of: keyID).x963).base64EncodedString() }
    }

    func attestationArguments(challenge: String) -> [String] { attestationArguments(challenge: challenge, root: root) }

    func attestationArguments(challenge: String, root: String?) -> [String] {
        ["verify", "attestation", "--app-id", appID, "--key-id", keyID.base64, "--challenge", challenge]
            + (root.map { ["--root", $0] } ?? []) + ["-"]
    }

    /// Writes a file into the scene's folder.
    func write(_ contents: some Sequence<UInt8>, to name: String) throws -> String {
        try folder.write(contents, to: name)
    }
}
