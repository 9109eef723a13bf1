import Foundation
import XCTest

/// A socket that takes connections, as far as the system does that, and never answers.
final class SilentHost {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        (descriptor, port) = try listenOnLoopback()
    }

    deinit {
        close(descriptor)
    }
}

/// A socket of a free port of 127.0.0.1.
func listenOnLoopback() throws -> (descriptor: Int32, port: UInt16) {
    #if os(Linux)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
                && getsockname(descriptor, address, &size) == 0
        }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    return (descriptor, address.sin_port.bigEndian)
}
