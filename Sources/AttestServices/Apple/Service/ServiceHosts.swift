public import AttestCore

/// Where Apple's services are: at Apple, or behind a gateway or fake services for tests.
public struct ServiceHosts: Sendable, Hashable {
    private let gateway: String?

    /// Apple's own hosts, over HTTPS.
    public static let apple = ServiceHosts()

    private init() {
        gateway = nil
    }

    /// Sends all requests to one place, with the name of Apple's host as the first part of the path.
    ///
    /// For example `https://data.appattest.apple.com/v1/attestationData` becomes
    /// `http://127.0.0.1:8080/data.appattest.apple.com/v1/attestationData`. Whoever is there gets provider tokens.
    ///
    /// - Parameter gateway: `https://` with a host, or `http://127.0.0.1` or `http://[::1]`; then perhaps a port, and a path
    ///   without a slash at its end.
    /// - Throws: `invalidConfiguration` for anything else.
    public init(gateway: String) throws(AttestError) {
        guard Self.isAcceptable(gateway) else {
            throw AttestError(.invalidConfiguration, "a gateway is an https address, or http on this machine")
        }
        self.gateway = gateway
    }

    func url(_ host: String, _ path: String) -> String {
        "\(gateway ?? "https:/")/\(host)\(path)"
    }

    /// Allows only characters about which no two readers of an address differ.
    private static func isAcceptable(_ address: String) -> Bool {
        let isEncrypted = address.hasPrefix("https://")
        guard isEncrypted || address.hasPrefix("http://") else { return false }
        let rest = address.dropFirst(isEncrypted ? 8 : 7)
        let authority = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(authority.count)
        let host = authority.hasPrefix("[::1]") ? "[::1]" : authority.prefix { $0 != ":" }
        let port = authority.dropFirst(host.count)

        let isHost = host == "[::1]" || (!host.isEmpty && host.allSatisfy { $0.isPlain || $0 == "." })
        let isPort = port.isEmpty || UInt16(port.dropFirst()).map { port == ":\($0)" } == true
        let isPath = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().allSatisfy {
            !$0.isEmpty && $0 != "." && $0 != ".." && $0.allSatisfy { $0.isPlain || $0 == "." || $0 == "_" }
        }
        return isHost && isPort && isPath && (isEncrypted || host == "127.0.0.1" || host == "[::1]")
    }
}

extension Character {
    /// Whether it is an ASCII letter, a digit or a hyphen.
    fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber) || self == "-" }
}
