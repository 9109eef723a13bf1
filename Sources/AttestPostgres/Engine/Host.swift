#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// One place where the server may be.
///
/// Names a host, so nothing shows it.
struct Host: Sendable, Equatable {
    private let name: String?
    private let address: String?
    private let port: String?

    /// Takes libpq's lists apart.
    ///
    /// - Returns: None when the lists do not fit together, or leave places out: libpq then says what is wrong, or fills in.
    static func list(hosts: String?, addresses: String?, ports: String?) -> [Host] {
        func parts(_ list: String?) -> [String] {
            guard let list, !list.isEmpty else { return [] }
            return list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (hosts, addresses, ports) = (parts(hosts), parts(addresses), parts(ports))
        let count = max(hosts.count, addresses.count)
        let areComplete = (hosts + addresses + ports).allSatisfy { !$0.isEmpty }
        guard count > 0, areComplete, [0, count].contains(hosts.count), [0, count].contains(addresses.count),
            [0, 1, count].contains(ports.count)
        else { return [] }
        return (0..<count).map { index in
            Host(
                name: hosts.isEmpty ? nil : hosts[index], address: addresses.isEmpty ? nil : addresses[index],
                port: ports.isEmpty ? nil : ports[ports.count == 1 ? 0 : index])
        }
    }

    /// As libpq takes it, after a text that names others.
    var parameters: [(String, String)] {
        [("host", name), ("hostaddr", address), ("port", port)].compactMap { keyword, value in
            value.map { (keyword, $0) }
        }
    }

    /// The same host at each of its addresses; itself where they are given, or not found.
    ///
    /// Waits for the answer of the name service.
    var resolved: [Host] {
        guard address == nil, let name, !name.hasPrefix("/"), !name.hasPrefix("@") else { return [self] }
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(name, nil, nil, &list) == 0 else { return [self] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [String] = []
        var entry = unsafe list
        while let current = unsafe entry {
            if let text = unsafe current.pointee.numeric, !addresses.contains(text) { addresses.append(text) }
            unsafe entry = current.pointee.ai_next
        }
        return addresses.isEmpty ? [self] : addresses.map { Host(name: name, address: $0, port: port) }
    }
}

extension Host: CustomStringConvertible, CustomReflectable {
    /// Nothing of the names.
    var description: String { "host" }

    /// Nothing of the names.
    var customMirror: Mirror { Mirror(self, children: []) }
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
