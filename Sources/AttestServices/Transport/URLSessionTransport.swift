internal import AttestCore
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Sends requests with Foundation's URL loading.
///
/// Follows no redirects, and keeps no cookies, caches or credentials. Keep one for the life of the service: its connections
/// are used again. On Linux, Foundation 6.3 loses about 100 bytes of memory with every request, so a server that sends
/// millions should bridge another client (see ``HTTPTransport``).
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let receiver = Receiver()
    private let timeout: Duration

    /// Makes a transport.
    ///
    /// - Parameter timeout: How long a whole exchange may take, from connecting to the last byte of the response.
    public init(timeout: Duration = .seconds(15)) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The session's own limit, on pauses, is for whole seconds only; the deadline in `send` comes first.
        configuration.timeoutIntervalForRequest = max(60, timeout / .seconds(1) + 1)
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
        self.timeout = timeout
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request.
    ///
    /// - Parameter request: What to send.
    /// - Returns: The response, whatever its status; redirects too.
    /// - Throws: ``AppleServiceError`` with `timedOut`, `responseTooLarge` or `transportFailure`, or `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let url = URL(string: request.url) else {
            throw AppleServiceError(.transportFailure, "the address is not a URL")
        }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method
        outgoing.httpBody = Data(request.body)
        for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }

        let task = session.dataTask(with: outgoing)
        let call = PendingResponse(limit: request.responseLimit)
        receiver.add(call, for: task)
        defer { receiver.remove(task) }

        let deadline = Task { [timeout] in
            try await Task.sleep(for: timeout)
            call.fail(AppleServiceError(.timedOut, "no whole response within \(timeout)"))
            task.cancel()
        }
        defer { deadline.cancel() }

        return try await withTaskCancellationHandler {
            try await call.response { task.resume() }
        } onCancel: {
            call.fail(CancellationError())
            task.cancel()
        }
    }
}

/// Hands what a session receives to the call that waits for it.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    private let calls = Locked<[Int: PendingResponse]>([:])

    func add(_ call: PendingResponse, for task: URLSessionTask) {
        let number = task.taskIdentifier
        calls.withLock { $0[number] = call }
    }

    func remove(_ task: URLSessionTask) {
        let number = task.taskIdentifier
        calls.withLock { $0[number] = nil }
    }

    private func call(of task: URLSessionTask) -> PendingResponse? {
        let number = task.taskIdentifier
        return calls.withLock { $0[number] }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Leaves it to the system to judge the server's certificate, and takes a response that asks for a password as it is.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let head = challenge.failureResponse as? HTTPURLResponse else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        let call = call(of: task)
        call?.begin(status: head.statusCode, headers: [])
        call?.complete()
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let head = response as? HTTPURLResponse else {
            completionHandler(.cancel)
            return
        }
        let headers = head.allHeaderFields.compactMap { name, value in
            (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
        }
        call(of: dataTask)?.begin(status: head.statusCode, headers: headers)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if call(of: dataTask)?.append(data) == false { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let error else {
            call(of: task)?.complete()
            return
        }
        // The code only: the other values of the error quote the address.
        let code = (error as? URLError)?.code
        let reason = code.map { "URLError \($0.rawValue)" } ?? "\(type(of: error))"
        call(of: task)?.fail(
            AppleServiceError(code == .timedOut ? .timedOut : .transportFailure, "no whole response: \(reason)"))
    }
}
