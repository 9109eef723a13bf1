internal import CAttestOpenSSL

/// Runs a closure with this thread's OpenSSL error queue empty before and after it.
///
/// The queue belongs to the thread, and other code of the process reads it too: nothing stale must be taken for ours, and
/// nothing of ours must be left for others.
package func withCleanErrorQueue<Value: ~Copyable>(
    _ body: () throws(AttestError) -> Value
) throws(AttestError) -> Value {
    emptyErrorQueue()
    defer { emptyErrorQueue() }
    return try body()
}

/// Clearing costs more than looking, and there is hardly ever something to clear.
private func emptyErrorQueue() {
    if ERR_peek_error() != 0 { ERR_clear_error() }
}

/// An `internalFailure` that names the function and OpenSSL's last reason.
package func openSSLFailure(in function: StaticString) -> AttestError {
    let code = ERR_peek_last_error()
    let reason = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? "no reason given"
    return AttestError(.internalFailure, "\(function): \(reason)")
}
