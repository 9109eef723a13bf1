internal import AttestCore

/// Readings that were left out because the client data or body is large, so that their absence is no evidence.
enum UntriedAlternatives {
    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        attempt.fails(with: .nonceMismatch) ? finding(attempt.given) : nil
    }

    static func mend(_ attempt: inout AssertionAttempt) -> Finding? {
        attempt.fails(with: .signatureInvalid) ? finding(attempt.given) : nil
    }

    private static func finding(_ given: GivenClientData) -> Finding? {
        let (name, count) =
            if case .request(let request) = given { ("the body", request.body.count) } else {
                (given.name, given.bytes.count)
            }
        guard count > Reading.mostBytes else { return nil }
        return .named(
            "\(name) has \(count) bytes, and above \(Reading.mostBytes) it is not tried in other forms, such as without the "
                + "white space at its end: try again with a shorter one")
    }
}
