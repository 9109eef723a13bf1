internal import AttestCore

/// Looks for the mistakes behind a refusal, by trying what would have been right.
///
/// Hints are for people who set something up. They never change a verdict.
enum Hints {
    /// A family of mistakes: changes what it finds wrong in an attempt, and names it; nil when it finds nothing.
    typealias Family<Attempt> = (inout Attempt) -> String?

    /// What is wrong with a refused attempt at an attestation.
    static func find(in attempt: AttestationAttempt) -> [String] {
        find(
            in: attempt,
            [
                RootAlternatives.mend, TimeAlternatives.mend, ClientDataAlternatives.mend, ReplayAlternatives.mend,
                TextDamage.mend, KeyIDAlternatives.mend, AppIDAlternatives.mend, EnvironmentAlternatives.mend,
            ])
    }

    /// What is wrong with a refused attempt at an assertion.
    static func find(in attempt: AssertionAttempt) -> [String] {
        find(
            in: attempt,
            [
                ClientDataAlternatives.mend, DigestAlternatives.mend, TextDamage.mend, AppIDAlternatives.mend,
                CounterAlternatives.mend,
            ])
    }

    /// Lets each family mend what the ones before it have left, and says whether that was all.
    private static func find<Attempt: VerificationAttempt>(in attempt: Attempt, _ families: [Family<Attempt>])
        -> [String]
    {
        var mended = attempt
        let hints = families.compactMap { $0(&mended) }
        guard !hints.isEmpty else { return [] }
        let outcome = mended.refusal.map { "still refused: \($0.code.rawValue)" } ?? "accepted"
        return hints + ["with that changed, the object is \(outcome)"]
    }
}
