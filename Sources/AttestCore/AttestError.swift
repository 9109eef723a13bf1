/// The refusal of an attestation, an assertion or a configuration: one code per check.
///
/// Act on ``code`` or on its ``Code/category``; both are stable. Show ``Code/explanation`` to people, and log ``context``.
public struct AttestError: Error, Sendable {
    /// The check that failed.
    public let code: Code

    /// Apple's number of the step that failed: 1 to 11 for attestations, 1 to 8 for assertions, 1 to 6 for receipts.
    ///
    /// Absent for what Apple's lists do not number: reading the bytes, and the additional checks of this package.
    /// Source: Apple, "Validating apps that connect to your server" and "Assessing fraud risk".
    public let step: Int?

    /// What an operator needs to find the cause: sizes, positions, certificate indices, library reasons.
    ///
    /// Never holds bytes of the input, keys or challenges, and at most 200 printable characters. The wording is not stable.
    public let context: String

    /// Whether whoever reads the request sees the fault, without a look inside of what it carries: the size of an object.
    package let isOfRequestText: Bool

    package init(_ code: Code, _ context: String, step: Int? = nil, isOfRequestText: Bool = false) {
        self.init(code, checked: context.printable(limit: 200), step: step, isOfRequestText)
    }

    private init(_ code: Code, checked context: String, step: Int?, _ isOfRequestText: Bool) {
        self.code = code
        self.step = step
        self.context = context
        self.isOfRequestText = isOfRequestText
    }

    /// The same error, with Apple's number of the step in which it arose.
    func at(step: Int?) -> AttestError {
        AttestError(code, checked: context, step: step, isOfRequestText)
    }
}

extension AttestError: CustomStringConvertible {
    /// The code, Apple's step when there is one, and the context.
    public var description: String {
        let place = step.map { " (step \($0))" } ?? ""
        return "\(code.rawValue)\(place): \(context)"
    }
}
