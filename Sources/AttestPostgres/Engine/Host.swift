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

    /// The name whose addresses must be looked up; nil where they are given, and for a socket of this machine.
    var nameToLookUp: String? {
        guard address == nil, let name, !name.hasPrefix("/"), !name.hasPrefix("@") else { return nil }
        return name
    }

    /// The same host at one of its addresses.
    ///
    /// The name stays, for TLS.
    func at(_ address: String) -> Host {
        Host(name: name, address: address, port: port)
    }
}

extension Host: CustomStringConvertible, CustomReflectable {
    /// Nothing of the names.
    var description: String { "host" }

    /// Nothing of the names.
    var customMirror: Mirror { Mirror(self, children: []) }
}
