import AttestVerify
import Foundation
import XCTest

/// A way by TCP to the server's socket, which can fall silent as a network does.
final class Proxy: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let target: String
    /// The connections that are made from now on belong to this age; those of earlier ages are silent.
    private let age = Age()

    private final class Age: Sendable {
        private let number = Locked(0)

        var value: Int { number.withLock { $0 } }

        func increase() { number.withLock { $0 += 1 } }
    }

    /// Begins to forward to the socket of a server.
    init(folder: String, serverPort: Int = OwnServer.port) throws {
        (descriptor, port) = try listenOnLoopback()
        target = "\(folder)/.s.PGSQL.\(serverPort)"
        Thread.detachNewThread { [descriptor, target, age] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                guard let server = Self.connect(target) else {
                    close(client)
                    continue
                }
                let born = age.value
                Self.forward(client, server) { age.value > born }
                Self.forward(server, client) { age.value > born }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// Forwards nothing any more on the connections that there are, and closes none of them.
    func fallSilent() {
        age.increase()
    }

    /// Bytes of one direction, on a thread of its own; the descriptors stay open to the end of the process.
    private static func forward(_ source: Int32, _ sink: Int32, isSilent: @escaping @Sendable () -> Bool) {
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while case let count = unsafe read(source, &bytes, bytes.count), count > 0 {
                if isSilent() { continue }
                guard unsafe send(sink, bytes, count, noSignal) == count else { break }
            }
            if !isSilent() { shutdown(sink, Int32(SHUT_RDWR)) }
        }
    }

    #if os(Linux)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    private static let noSignal: Int32 = 0
    #endif

    private static func connect(_ path: String) -> Int32? {
        #if os(Linux)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            for (index, byte) in path.utf8.prefix(bytes.count - 1).enumerated() { unsafe bytes[index] = byte }
        }
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe Foundation.connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        return isConnected ? descriptor : nil
    }
}
