internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Checks provider tokens as Apple describes them: JSON Web Tokens, signed with ES256, of a key and a team.
struct ProviderTokenCheck: Sendable {
    enum Problem: Error {
        /// No token, or something else.
        case malformed
        /// A token of another key or team, or with a wrong signature.
        case unverifiable
        /// A token older than an hour, or of the future.
        case expired
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String
    }

    private struct Claims: Decodable {
        let iss: String
        let iat: Int64
    }

    let keyID: String
    let teamID: String
    let publicKey: P256PublicKey

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - token: The token in compact form.
    ///   - now: The current time.
    /// - Throws: What is wrong with it.
    func check(_ token: String, now: Date) throws(Problem) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .malformed }
        let header: Header = try Self.decode(parts[0])
        let claims: Claims = try Self.decode(parts[1])
        let signature = try Self.bytes(parts[2])
        guard header.alg == "ES256", signature.count == 64 else { throw .malformed }

        guard header.kid == keyID, claims.iss == teamID,
            isSignature(signature, over: Array("\(parts[0]).\(parts[1])".utf8))
        else { throw .unverifiable }
        let age = now.timeIntervalSince1970 - Double(claims.iat)
        guard (-60...3600).contains(age) else { throw .expired }
    }

    private func isSignature(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        let der = DER.sequence(DER.integer(Array(signature[..<32])), DER.integer(Array(signature[32...])))
        return (try? publicKey.isSignature(ECDSASignature(der: der[...]), over: message)) == true
    }

    private static func decode<Value: Decodable>(_ part: Substring) throws(Problem) -> Value {
        let json = Data(try bytes(part))
        guard let value = try? JSONDecoder().decode(Value.self, from: json) else { throw .malformed }
        return value
    }

    /// Decodes base64url without padding, and nothing else.
    private static func bytes(_ part: Substring) throws(Problem) -> [UInt8] {
        guard let bytes = Base64.decode(part), Base64.encodeURLSafe(bytes) == part else { throw .malformed }
        return bytes
    }
}
