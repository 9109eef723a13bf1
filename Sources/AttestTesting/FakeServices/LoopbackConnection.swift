#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// One connection of a ``LoopbackServer``: reads one request and writes one reply, with limits on all of it.
struct LoopbackConnection {
    private static let headLimit = 16 * 1024
    private static let bodyLimit = 1024 * 1024
    /// How long to wait for the next bytes, in milliseconds.
    private static let patience: Int32 = 5000
    private static let endOfHead = Array("\r\n\r\n".utf8)

    private let socket: Descriptor
    private let alarm: Descriptor

    init(_ socket: Descriptor, alarm: Descriptor) {
        self.socket = socket
        self.alarm = alarm
        #if canImport(Darwin)
        var on: Int32 = 1
        _ = unsafe setsockopt(socket.number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Reads a request; nil when none comes that can be read.
    func request() -> FakeAppleServices.Request? {
        var bytes: [UInt8] = []
        var end: Range<Int>?
        while end == nil {
            guard bytes.count <= Self.headLimit, receive(into: &bytes) else { return nil }
            end = bytes.firstRange(of: Self.endOfHead)
        }
        guard let end, let head = String(validating: bytes[..<end.lowerBound], as: UTF8.self),
            var request = FakeAppleServices.Request(head: head),
            let count = Int(request.headers["content-length"] ?? "0"), (0...Self.bodyLimit).contains(count)
        else { return nil }
        while bytes.count < end.upperBound + count {
            guard receive(into: &bytes) else { return nil }
        }
        request.body = Array(bytes[end.upperBound..<end.upperBound + count])
        return request
    }

    /// Writes a reply.
    func send(_ reply: FakeAppleServices.Reply) {
        guard send(reply.bytes), case .slow = reply else { return }
        while send([0x41]) {
            // Readable now means that the client is gone.
            guard !socket.wait(POLLIN, alarm: alarm, milliseconds: 20) else { return }
        }
    }

    private func receive(into bytes: inout [UInt8]) -> Bool {
        guard socket.wait(POLLIN, alarm: alarm, milliseconds: Self.patience) else { return false }
        var part = [UInt8](repeating: 0, count: 16 * 1024)
        let count = unsafe recv(socket.number, &part, part.count, 0)
        guard count > 0 else { return false }
        bytes += part.prefix(count)
        return true
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard socket.wait(POLLOUT, alarm: alarm, milliseconds: Self.patience) else { return false }
            let count = unsafe rest.withUnsafeBytes { unsafe systemSend(socket.number, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// `send` of the system, whose name a method hides: neither waits nor raises a signal.
@unsafe
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    let flags = MSG_DONTWAIT
    #else
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
    return unsafe send(socket, bytes, count, flags)
}
