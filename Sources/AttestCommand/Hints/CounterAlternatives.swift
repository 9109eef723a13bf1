internal import AttestCore

/// Assertions that are judged after they were counted.
enum CounterAlternatives {
    static func mend(_ attempt: inout AssertionAttempt) -> Finding? {
        guard attempt.fails(with: .counterNotIncreased) else { return nil }
        let (counter, last) = (attempt.object.authenticatorData.counter, attempt.lastCounter)
        guard counter > 0 else { return .named("the assertion's counter is 0, which no device sends") }
        attempt.lastCounter = counter - 1
        let mistake =
            counter == last
            ? "the last accepted counter is this assertion's own: give the one before it (--counter \(counter - 1))"
            : "a later assertion, \(last), was accepted before this one, \(counter): either it was sent again, or "
                + "several were under way at once, for which a server has CounterRule.window (--counter \(counter - 1))"
        return .mended(mistake)
    }
}
