internal import AttestCore
internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Listens on a free port of 127.0.0.1, and serves one connection at a time on a thread of its own.
final class LoopbackServer: Sendable {
    /// The port that the system chose.
    let port: UInt16

    private let alarm: (output: Descriptor, input: Descriptor)
    private let queue = DispatchQueue(label: "swift-attest.fake-services")

    /// Starts the thread, which runs until `stop` is called.
    ///
    /// - Parameter serve: Serves one connection, which is closed afterwards.
    /// - Throws: `internalFailure` when the system gives no port.
    init(_ serve: @escaping @Sendable (LoopbackConnection) -> Void) throws(AttestError) {
        let listener = try Descriptor(adopting: socket(AF_INET, Self.stream, 0), "socket")
        // So that a client that is gone before it is accepted makes nobody wait.
        _ = fcntl(listener.number, F_SETFL, O_NONBLOCK)
        port = try Self.listen(on: listener)
        let alarm = try Descriptor.pipe()
        self.alarm = alarm
        queue.async {
            // Without a time limit: until somebody connects, or the alarm rings.
            while listener.wait(POLLIN, alarm: alarm.output, milliseconds: -1) {
                guard let accepted = try? Descriptor(adopting: accept(listener.number, nil, nil), "accept")
                else { continue }
                serve(LoopbackConnection(accepted, alarm: alarm.output))
            }
        }
    }

    /// Ends the thread, and waits for its end.
    func stop() {
        // The byte stays in the pipe, so every later wait ends too.
        var byte: UInt8 = 0
        _ = unsafe write(alarm.input.number, &byte, 1)
        queue.sync {}
    }

    private static func listen(on listener: Descriptor) throws(AttestError) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener.number, address, size) == 0 && systemListen(listener.number, 128) == 0
                    && getsockname(listener.number, address, &size) == 0
            }
        }
        guard isListening else { throw AttestError(.internalFailure, "listen: error \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}

/// `listen` of the system, whose name a method hides.
private func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 {
    listen(socket, backlog)
}
