internal import AttestCore

/// Looks for the mistakes behind a refusal, by trying what would have been right.
///
/// Hints are for people who set something up. They never change a verdict.
enum Hints {
    /// A family of mistakes: changes what it finds wrong in an attempt, if it can, and names it; nil when it finds
    /// nothing.
    typealias Family<Attempt> = (inout Attempt) -> Finding?

    /// What is wrong with a refused attempt at an attestation.
    static func find(in attempt: AttestationAttempt) -> [String] {
        find(
            in: attempt,
            [
                RootAlternatives.mend, TimeAlternatives.mend, ClientDataAlternatives.mend, ReplayAlternatives.mend,
                TextDamage.mend, KeyIDAlternatives.mend, AppIDAlternatives.mend, EnvironmentAlternatives.mend,
                UntriedAlternatives.mend,
            ])
    }

    /// What is wrong with a refused attempt at an assertion.
    static func find(in attempt: AssertionAttempt) -> [String] {
        find(
            in: attempt,
            [
                ClientDataAlternatives.mend, DigestAlternatives.mend, TextDamage.mend, AppIDAlternatives.mend,
                CounterAlternatives.mend, UntriedAlternatives.mend,
            ])
    }

    /// Lets each family mend what the ones before it have left, and says whether that was all.
    ///
    /// What no option mends ends the search: the cause is named, and the families behind it would only find it again.
    private static func find<Attempt: VerificationAttempt>(in attempt: Attempt, _ families: [Family<Attempt>])
        -> [String]
    {
        var mended = attempt
        var hints: [String] = []
        for family in families {
            guard let finding = family(&mended) else { continue }
            hints.append(finding.text)
            if case .named = finding { return hints }
        }
        guard !hints.isEmpty else { return [] }
        let outcome = mended.refusal.map { "still refused: \($0.code.rawValue)" } ?? "accepted"
        return hints + ["with that changed, the object is \(outcome)"]
    }
}
