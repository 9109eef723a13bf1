@testable internal import AttestCore

/// The base64 of AttestCore under its own name: the main package's other targets see it, but not this package's.
enum Base64 {
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        AttestCore.Base64.decode(text)
    }
}
