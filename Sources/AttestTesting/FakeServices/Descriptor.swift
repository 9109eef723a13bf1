internal import AttestCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The one owner of a descriptor of the system, which closes it.
final class Descriptor: Sendable {
    let number: Int32

    /// Takes over what a function of the system returned.
    ///
    /// - Throws: `internalFailure` when it returned none.
    init(adopting number: Int32, _ function: StaticString) throws(AttestError) {
        guard number >= 0 else { throw AttestError(.internalFailure, "\(function): error \(errno)") }
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(number)
    }

    /// Both ends of a new pipe: to read from, and to write to.
    static func pipe() throws(AttestError) -> (output: Descriptor, input: Descriptor) {
        var ends: [Int32] = [-1, -1]
        let result = unsafe systemPipe(&ends)
        return (try Descriptor(adopting: result == 0 ? ends[0] : -1, "pipe"), try Descriptor(adopting: ends[1], "pipe"))
    }

    /// Waits until the descriptor is ready.
    ///
    /// - Parameters:
    ///   - events: `POLLIN` or `POLLOUT`.
    ///   - alarm: Ends the wait when it can be read.
    ///   - milliseconds: How long to wait.
    /// - Returns: Whether the descriptor is ready and the alarm silent.
    func wait(_ events: Int32, alarm: Descriptor, milliseconds: Int32) -> Bool {
        var entries = [
            pollfd(fd: number, events: Int16(events), revents: 0),
            pollfd(fd: alarm.number, events: Int16(POLLIN), revents: 0),
        ]
        var count: Int32
        repeat { count = unsafe poll(&entries, 2, milliseconds) } while count < 0 && errno == EINTR
        return count > 0 && entries[0].revents != 0 && entries[1].revents == 0
    }
}

/// `pipe` of the system, whose name a method hides.
@unsafe
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    unsafe pipe(ends)
}
