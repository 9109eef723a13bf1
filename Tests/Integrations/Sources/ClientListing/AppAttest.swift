import Foundation
import StubApple

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Attests a key that `generateKey` has made, and returns what to send to the server with its ID.
public func attest(_ keyID: String, challenge: String) async throws -> String {
    let hash = Data(SHA256.hash(data: Data(challenge.utf8)))
    let attestation = try await DCAppAttestService.shared.attestKey(keyID, clientDataHash: hash)
    return attestation.base64EncodedString()
}

extension URLRequest {
    /// Signs the request as it is: nothing of its method, URL and body may change afterwards.
    public mutating func sign(with keyID: String, challenge: String) async throws {
        let hash = Data(SHA256.hash(data: clientData(challenge: challenge)))
        let assertion = try await DCAppAttestService.shared.generateAssertion(keyID, clientDataHash: hash)
        setValue(assertion.base64EncodedString(), forHTTPHeaderField: "X-Apple-App-Attest-Assertion")
        setValue(keyID, forHTTPHeaderField: "X-Apple-App-Attest-Key-ID")
        setValue(challenge, forHTTPHeaderField: "X-Apple-App-Attest-Challenge")
    }

    /// Four lines: the challenge, the method, the path with its query, and SHA-256 of the body in hex.
    func clientData(challenge: String) -> Data {
        let parts = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        var path = parts?.percentEncodedPath ?? ""
        if path.isEmpty { path = "/" }
        if let query = parts?.percentEncodedQuery { path += "?\(query)" }
        let digest = SHA256.hash(data: httpBody ?? Data()).map { String(format: "%02x", $0) }.joined()
        return Data([challenge, httpMethod ?? "GET", path, digest].joined(separator: "\n").utf8)
    }
}
