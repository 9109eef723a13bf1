/// What a task asks of a store's thread, and how it gets its answer.
struct Call: Sendable {
    /// The place in the order of arrival.
    let number: UInt64
    /// When the task no longer waits for a lock.
    let deadline: ContinuousClock.Instant
    /// Whether it waits for the lock of another connection.
    ///
    /// A reader does so only after it has found the file locked, which is rare.
    var needsLock: Bool
    /// Does what is asked for, and gives the task its answer.
    ///
    /// Returns an error when another connection has the lock: then nothing was done, and the task still waits.
    let attempt: @Sendable (Session) -> SQLiteError?
    /// Gives the task an error instead of an answer.
    let fail: @Sendable (any Error) -> Void
}
