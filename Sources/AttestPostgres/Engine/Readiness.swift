#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// What a descriptor is waited for.
enum Readiness {
    case reading
    case readingOrWriting
    case writing

    var events: Int16 {
        switch self {
        case .reading: Int16(POLLIN)
        case .readingOrWriting: Int16(POLLIN) | Int16(POLLOUT)
        case .writing: Int16(POLLOUT)
        }
    }

    /// Waits on the calling thread.
    ///
    /// - Returns: Whether the descriptor is ready; false after the deadline.
    func wait(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let milliseconds = deadline.milliseconds
            var entry = pollfd(fd: descriptor, events: events, revents: 0)
            let count = unsafe poll(&entry, 1, milliseconds)
            if count > 0 { return true }
            if count == 0, milliseconds == 0 { return false }
        }
    }

    /// Whether a descriptor is ready now.
    func isNow(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }
}

extension ContinuousClock.Instant {
    /// How many milliseconds are left until this instant, rounded up; 0 when it has passed.
    var milliseconds: Int32 {
        let left = self - ContinuousClock.now
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        // At most an hour: whoever waits looks again then.
        guard seconds < 3600 else { return 3_600_000 }
        return Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
    }
}
