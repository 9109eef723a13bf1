internal import AttestCore

/// Text blocks of base64 between BEGIN and END lines (RFC 7468).
enum PEM {
    enum Label: String {
        case certificate = "CERTIFICATE"
        case privateKey = "EC PRIVATE KEY"
        case pkcs8 = "PRIVATE KEY"
    }

    /// The contents of all blocks with a label; blocks that are not base64 are left out.
    static func decode(_ text: String, label: Label) -> [[UInt8]] {
        var blocks: [[UInt8]] = []
        var body: String?
        for line in text.split(whereSeparator: \.isNewline) {
            if line == "-----BEGIN \(label.rawValue)-----" {
                body = ""
            } else if line == "-----END \(label.rawValue)-----" {
                body.flatMap { Base64.decode($0) }.map { blocks.append($0) }
                body = nil
            } else {
                body? += line
            }
        }
        return blocks
    }

    /// One block, with its line break at the end.
    static func encode(_ bytes: [UInt8], label: Label) -> String {
        let text = Array(Base64.encode(bytes))
        let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
        return (["-----BEGIN \(label.rawValue)-----"] + lines + ["-----END \(label.rawValue)-----", ""])
            .joined(separator: "\n")
    }
}
