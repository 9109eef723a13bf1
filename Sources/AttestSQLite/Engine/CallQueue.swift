/// The calls that wait for a store's thread.
///
/// Served in the order of their arrival, except that, while another connection has the lock, those that need none go first.
struct CallQueue {
    /// What the thread does next.
    enum Step {
        case attempt(Call)
        /// All that wait need the lock.
        case wait
        /// Nobody waits: the next call has to start the thread again.
        case stop
        /// As `stop`, and the file is closed for these.
        case close([CheckedContinuation<Void, Never>])
    }

    private var lock: LockWatch
    private var readers = Line()
    private var writers = Line()
    private var lastNumber: UInt64 = 0
    private var current: (number: UInt64, isCancelled: Bool)?
    private var isRunning = false
    private var isClosed = false
    private var closers: [CheckedContinuation<Void, Never>] = []

    /// Makes an empty queue.
    ///
    /// - Parameter patience: How long calls wait for a lock.
    init(patience: Duration) {
        lock = LockWatch(patience: patience)
    }

    /// How many calls have no answer yet.
    var count: Int { readers.count + writers.count + (current == nil ? 0 : 1) }

    /// A place for a call that arrives now.
    ///
    /// - Parameter limit: How long it waits at most, if not as long as usual.
    /// - Returns: Its number, and until when it waits for a lock.
    mutating func arrive(within limit: Duration?) -> (number: UInt64, deadline: ContinuousClock.Instant) {
        lastNumber += 1
        let now = ContinuousClock.now
        let patience = lock.patience(at: now)
        return (lastNumber, now + min(patience, limit ?? patience))
    }

    /// Puts a call in its place.
    ///
    /// - Returns: Whether the thread has to be started.
    /// - Throws: After `close`.
    mutating func add(_ call: Call) throws(SQLiteError) -> Bool {
        guard !isClosed else { throw .closed }
        insert(call)
        return start()
    }

    /// Refuses calls from now on.
    ///
    /// - Parameter closer: Is resumed when those that came before have their answers, and the file is closed.
    /// - Returns: Whether the thread has to be started.
    mutating func close(_ closer: CheckedContinuation<Void, Never>) -> Bool {
        isClosed = true
        closers.append(closer)
        return start()
    }

    private mutating func start() -> Bool {
        defer { isRunning = true }
        return !isRunning
    }

    private mutating func insert(_ call: Call) {
        if call.needsLock { writers.insert(call) } else { readers.insert(call) }
    }

    /// Takes a call out of its place, so that it is never attempted; nil when it is not there.
    ///
    /// One that is being attempted leaves afterwards, if the lock was in its way.
    mutating func cancel(_ number: UInt64) -> Call? {
        if current?.number == number { current?.isCancelled = true }
        return readers.remove(number) ?? writers.remove(number)
    }

    /// Takes the call whose turn it is.
    ///
    /// - Parameter isLocked: Whether another connection had the lock just now.
    /// - Returns: What the thread does next.
    mutating func next(isLocked: Bool) -> Step {
        let (reader, writer) = (readers.first(), writers.first())
        guard reader != nil || writer != nil else {
            isRunning = false
            defer { closers = [] }
            return isClosed ? .close(closers) : .stop
        }
        let number = isLocked ? reader : min(reader ?? .max, writer ?? .max)
        guard let number, let call = readers.remove(number) ?? writers.remove(number) else { return .wait }
        current = (number, false)
        return .attempt(call)
    }

    /// Notes that a call has its answer.
    mutating func finish(_ call: Call) {
        current = nil
        if call.needsLock { lock.sawFree() }
    }

    /// Puts a call back, because another connection has the lock.
    ///
    /// - Returns: The calls that wait no longer: that one, if its task was cancelled meanwhile, and those whose deadlines
    ///   are over.
    mutating func putBack(_ call: Call) -> (cancelled: Call?, overdue: [Call]) {
        let now = ContinuousClock.now
        lock.sawBusy(at: now)
        let isCancelled = current?.isCancelled ?? false
        current = nil
        if !isCancelled {
            var call = call
            call.needsLock = true
            insert(call)
        }
        return (isCancelled ? call : nil, writers.removeOverdue(at: now))
    }
}
