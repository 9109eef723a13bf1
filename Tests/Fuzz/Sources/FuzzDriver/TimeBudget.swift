#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// How much processor time an input of some size may cost, with the address sanitizer and the coverage of libFuzzer.
///
/// Several times what the slowest harmless inputs of any target take, and far below what quadratic work takes at the limits of
/// their sizes: a map key that is compared as Unicode text cost 40 ms at 8 KiB, and seconds at 64 KiB.
struct TimeBudget {
    private let nanoseconds: UInt64

    init(byteCount: Int) {
        nanoseconds = 20_000_000 + 1_000 * UInt64(byteCount)
    }

    /// Runs a test, and again when it took too long: only the least of five times counts, because the machine is not idle.
    func check(_ test: () -> Void) {
        var least = time(test)
        guard least > nanoseconds else { return }
        for _ in 0..<4 { least = min(least, time(test)) }
        require(least <= nanoseconds, "\(least / 1000) us of processor time, and \(nanoseconds / 1000) are allowed")
    }

    private func time(_ test: () -> Void) -> UInt64 {
        let start = threadTime()
        test()
        return threadTime() - start
    }

    /// The processor time of this thread, in nanoseconds.
    private func threadTime() -> UInt64 {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { finding("no clock for this thread") }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
