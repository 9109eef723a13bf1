internal import AttestCore

/// A response while it arrives, and the one task that waits for it; it ends once, with a response or a failure.
final class PendingResponse: Sendable {
    private struct State: Sendable {
        var status = 0
        var headers: [(String, String)] = []
        var body: [UInt8] = []
        var waiter: CheckedContinuation<TransportResponse, any Error>?
        var result: Result<TransportResponse, any Error>?
    }

    private let limit: Int
    private let state = Locked(State())

    /// Makes a response of which nothing has arrived.
    ///
    /// - Parameter limit: How many bytes the body may have.
    init(limit: Int) {
        self.limit = limit
    }

    /// Waits for the end, which may have come already; to be called once.
    ///
    /// - Parameter start: What sends the request; not called when the end has come.
    /// - Returns: The whole response.
    /// - Throws: Why there is none.
    func response(_ start: () -> Void) async throws -> TransportResponse {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                state.waiter = state.result == nil ? continuation : nil
                return state.result
            }
            if let result { continuation.resume(with: result) } else { start() }
        }
    }

    func begin(status: Int, headers: [(String, String)]) {
        state.withLock { state in
            state.status = status
            state.headers = headers
        }
    }

    /// Adds a part of the body.
    ///
    /// - Returns: False when the body is longer than its limit, and the response has failed.
    func append(_ bytes: some Collection<UInt8> & Sendable) -> Bool {
        let fits = state.withLock { state in
            guard state.body.count + bytes.count <= limit else { return false }
            state.body.append(contentsOf: bytes)
            return true
        }
        if !fits { fail(AppleServiceError(.responseTooLarge, "a body of more than \(limit) bytes")) }
        return fits
    }

    func complete() {
        end { .success(TransportResponse(status: $0.status, headers: $0.headers, body: $0.body)) }
    }

    func fail(_ error: any Error) {
        end { _ in .failure(error) }
    }

    /// Takes the first result, and drops later ones.
    private func end(_ result: (State) -> Result<TransportResponse, any Error>) {
        let (waiter, result) = state.withLock { state in
            let result = state.result ?? result(state)
            state.result = result
            defer { state.waiter = nil }
            return (state.waiter, result)
        }
        waiter?.resume(with: result)
    }
}
