extension Denial {
    /// The header fields of the response, as names and values.
    ///
    /// A 401 names the scheme `AppAttest`, because HTTP wants one there (RFC 9110, section 15.5.2). No denial may be cached.
    public var headers: [(String, String)] {
        let fields = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
        return status == 401 ? fields + [("WWW-Authenticate", "AppAttest")] : fields
    }

    /// The body of the response: a JSON object with the member `error`, which holds the code.
    public var body: String { #"{"error":"\#(code.rawValue)"}"# }
}
