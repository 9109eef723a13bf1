// What the listing for apps uses of DeviceCheck and CryptoKit. The device is AttestTesting's.

public import AttestTesting
import AttestVerify
public import Foundation

public struct DCAppAttestService: Sendable {
    @TaskLocal public static var device: VirtualDevice?

    public static let shared = DCAppAttestService()

    public var isSupported: Bool { Self.device != nil }

    public func generateKey() async throws -> String { try device().generateKey().base64 }

    public func attestKey(_ keyID: String, clientDataHash: Data) async throws -> Data {
        Data(try device().attest(KeyID(base64: keyID), clientDataHash: ClientDataHash(bytes: clientDataHash)))
    }

    public func generateAssertion(_ keyID: String, clientDataHash: Data) async throws -> Data {
        Data(try device().assert(KeyID(base64: keyID), clientDataHash: ClientDataHash(bytes: clientDataHash)))
    }

    private func device() throws -> VirtualDevice {
        guard let device = Self.device else { throw CancellationError() }
        return device
    }
}

public enum SHA256 {
    public static func hash(data: Data) -> [UInt8] { (try? ClientDataHash(sha256Of: data))?.bytes ?? [] }
}
