internal import AttestCore

/// Bytes that a program has read as UTF-8 text, in which each that is none was replaced.
enum TextDamage {
    /// U+FFFD, the replacement character.
    private static let replacement: [UInt8] = [0xef, 0xbf, 0xbd]

    /// What is wrong with bytes that hold replacement characters.
    ///
    /// In random bytes one stands at 1 of 16 million places.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - name: What they are, with the verb of the sentence.
    /// - Returns: The hint; nil when they hold none.
    static func hint(_ bytes: [UInt8], _ name: String) -> String? {
        let count = bytes.indices.dropLast(2).count { bytes[$0...].starts(with: replacement) }
        guard count > 0 else { return nil }
        return
            "\(name) EF BF BD \(count == 1 ? "once" : "\(count) times"), which UTF-8 decoders put in place of what is no "
            + "text: bytes were handled as text, and cannot be restored. Pass them on as base64"
    }

    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        attempt.fails(with: .nonceMismatch) ? finding(attempt.given) : nil
    }

    static func mend(_ attempt: inout AssertionAttempt) -> Finding? {
        attempt.fails(with: .signatureInvalid) ? finding(attempt.given) : nil
    }

    private static func finding(_ given: GivenClientData) -> Finding? {
        hint(given.bytes, "\(given.name) has").map(Finding.named)
    }
}
