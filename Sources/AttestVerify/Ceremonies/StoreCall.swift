internal import AttestCore

/// What a store threw in place of an answer; becomes `storeFailure`, and is shown to the operator only.
struct StoreError: Error {
    let call: StaticString
    let underlying: any Error

    var asAttestError: AttestError { AttestError(.storeFailure, "\(call) threw \(type(of: underlying))") }
}

/// Calls a store, so that no error of its own is taken for a verdict on the device.
///
/// - Parameters:
///   - call: What is called.
///   - verdicts: The refusals that the call may throw, as only that of a counter may.
///   - body: Calls it.
/// - Returns: What the call returns.
/// - Throws: Those refusals as they are; a cancellation as it is; `StoreError` for all else.
func storing<Value>(
    _ call: StaticString, verdicts: Set<AttestError.Code> = [], _ body: () async throws -> Value
) async throws -> Value {
    do {
        return try await body()
    } catch let error as CancellationError {
        throw error
    } catch let error as AttestError where verdicts.contains(error.code) {
        throw error
    } catch {
        throw StoreError(call: call, underlying: error)
    }
}
