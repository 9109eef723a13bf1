/// Why one of Apple's services did not do what it was asked for.
///
/// No failure of a service, or of the way to it, is a verdict on a device.
/// Act on ``code`` or on its ``Code/category``; both are stable. Show ``Code/explanation`` to people, and log ``context``.
public struct AppleServiceError: Error, Sendable {
    /// What happened.
    public let code: Code

    /// The status of the response; nil when there was none.
    public let status: Int?

    /// How long the service wants to be left alone: at most a day; nil when it did not say.
    public let retryAfter: Duration?

    /// What an operator needs to find the cause.
    ///
    /// Never holds keys, tokens, receipts, or what the service wrote. The wording is not stable.
    public let context: String

    init(_ code: Code, _ context: String, status: Int? = nil, retryAfter: Duration? = nil) {
        self.code = code
        self.status = status
        self.retryAfter = retryAfter
        self.context = context
    }
}

extension AppleServiceError: CustomStringConvertible {
    /// The code, the status when there is one, and the context.
    public var description: String {
        "\(code.rawValue)\(status.map { " (status \($0))" } ?? ""): \(context)"
    }
}
