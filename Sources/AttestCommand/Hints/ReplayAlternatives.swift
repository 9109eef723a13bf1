internal import AttestCore

/// Attestations that were made for another challenge, as their receipts say.
enum ReplayAlternatives {
    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        guard attempt.fails(with: .nonceMismatch), let receipt = attempt.object.receipt,
            let content = try? Receipt(decoding: receipt).unprovenContent()
        else { return nil }
        // Fields 4 and 12. The leaf confirms the hash; nothing confirms the time before the receipt is verified.
        let recorded: [UInt8]? = content.clientDataHash
        guard let recorded, (try? attempt.object.isBound(to: recorded)) == true,
            let hash = try? ClientDataHash(bytes: recorded)
        else { return nil }
        attempt.clientDataHash = hash
        let time = Time(content.creationTime).text
        return .mended(
            "the object was made for another challenge, on \(time) by its receipt: it was stored and sent again, or the "
                + "challenge is not the one that the app got (--client-data-hash \(Base64.encode(hash.bytes)) --at \(time))"
        )
    }
}
