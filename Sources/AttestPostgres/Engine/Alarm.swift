#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A pipe to oneself, which ends a wait for descriptors.
final class Alarm: Sendable {
    /// The end that can be read after a ring.
    let descriptor: Int32
    private let input: Int32

    init() throws(PostgresError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw PostgresError("no descriptors are left for a pipe") }
        (descriptor, input) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(descriptor)
        close(input)
    }

    func ring() {
        // A full pipe has rung already.
        var byte: UInt8 = 0
        _ = unsafe write(input, &byte, 1)
    }

    func silence() {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
