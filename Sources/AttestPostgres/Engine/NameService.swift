internal import AttestCore
internal import AttestVerify
internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Looks up the addresses of a name, and waits for them only so long.
struct NameService: Sendable {
    /// The addresses of a name, in digits; none when it is not found.
    ///
    /// May take as long as it likes.
    let lookUp: @Sendable (String) -> [String]

    /// The system's.
    static let system = NameService { name in
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(name, nil, nil, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [String] = []
        var entry = unsafe list
        while let current = unsafe entry {
            // One for each type of socket.
            if let text = unsafe current.pointee.numeric, !addresses.contains(text) { addresses.append(text) }
            unsafe entry = current.pointee.ai_next
        }
        return addresses
    }

    /// Waits on the calling thread for the addresses of a name.
    ///
    /// The system's lookup cannot be stopped, so it has a thread of its own, which is left to itself at the deadline.
    ///
    /// - Throws: When the name is not found, or the answer does not come in time.
    func addresses(of name: String, until deadline: ContinuousClock.Instant) throws(PostgresError) -> [String] {
        let found = Locked<[String]>([])
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "swift-attest.postgres.names").async { [lookUp] in
            let addresses = lookUp(name)
            found.withLock { $0 = addresses }
            isDone.signal()
        }
        guard isDone.wait(timeout: .now() + .milliseconds(Int(deadline.milliseconds))) == .success else {
            throw PostgresError(connecting: "name lookup timed out")
        }
        let addresses = found.withLock { $0 }
        guard !addresses.isEmpty else { throw PostgresError(connecting: "could not translate host name") }
        return addresses
    }
}

extension addrinfo {
    /// The address in digits.
    fileprivate var numeric: String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = unsafe getnameinfo(ai_addr, ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard code == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
