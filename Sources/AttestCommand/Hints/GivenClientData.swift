internal import AttestCore

/// What the user gave as the client data, and how.
enum GivenClientData {
    /// The text of `--challenge`, which is hashed here.
    case challenge(String)
    /// The bytes of `--client-data`, which are hashed here.
    case clientData([UInt8])
    /// The request of `--challenge`, `--method`, `--path` and `--body`.
    case request(GivenRequest)
    /// The text of `--client-data-hash`, and the bytes that it is base64 of.
    case hash(text: String, bytes: [UInt8])

    /// What people call it.
    var name: String {
        switch self {
        case .challenge: "the challenge"
        case .clientData: "the client data"
        case .request: "the client data of the request"
        case .hash: "the value of --client-data-hash"
        }
    }

    /// The bytes themselves.
    var bytes: [UInt8] {
        switch self {
        case .challenge(let text): Array(text.utf8)
        case .clientData(let bytes), .hash(_, let bytes): bytes
        case .request(let request): request.clientData
        }
    }
}

extension GivenClientData {
    /// What Apple's call was given, if the user is right.
    ///
    /// - Throws: `malformedClientDataHash` for a ready hash of a wrong length.
    func hash() throws(AttestError) -> ClientDataHash {
        switch self {
        case .challenge, .clientData, .request: try ClientDataHash(sha256Of: bytes)
        case .hash(_, let bytes): try ClientDataHash(bytes: bytes)
        }
    }

    /// The option that it came with.
    var option: String {
        switch self {
        case .challenge, .request: "--challenge"
        case .clientData: "--client-data"
        case .hash: "--client-data-hash"
        }
    }

    /// What a ready hash of a wrong length perhaps is.
    var lengthHint: String? {
        guard case .hash(_, let bytes) = self, let hash = try? ClientDataHash(sha256Of: bytes), !bytes.isEmpty else {
            return nil
        }
        return "\(bytes.count) bytes are no hash: if they are what the app has hashed, their SHA-256 is "
            + Base64.encode(hash.bytes)
    }
}
