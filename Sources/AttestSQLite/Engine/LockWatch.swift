/// Tells whether another connection has had the lock for so long that calls should not wait for it any more.
struct LockWatch {
    /// How long calls wait for a lock that is not known to be held for as long as that.
    let patience: Duration
    /// When the lock was first and last found with another connection, and never free in between.
    private var held: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?

    init(patience: Duration) {
        self.patience = patience
    }

    /// How long a call waits that arrives now.
    ///
    /// Short, but not nothing, while the lock is known to be held: it may become free at any moment. What was seen a long
    /// time ago is no knowledge.
    func patience(at now: ContinuousClock.Instant) -> Duration {
        guard let held, held.last - held.first >= patience, now - held.last < patience else { return patience }
        return min(patience, .milliseconds(100))
    }

    /// Notes that another connection has the lock.
    mutating func sawBusy(at now: ContinuousClock.Instant) {
        if let held, now - held.last < patience {
            self.held = (held.first, now)
        } else {
            held = (now, now)
        }
    }

    /// Notes that no other connection has the lock.
    mutating func sawFree() { held = nil }
}
