internal import Dispatch
internal import Synchronization

/// Runs an asynchronous closure and waits for it, on a thread that is not one of Swift's own pool.
///
/// The command line has nothing else to do meanwhile.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        outcome.result.withLock { $0 = result }
        isDone.signal()
    }
    isDone.wait()
    guard let result = outcome.result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
}

private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
}
