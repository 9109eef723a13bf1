extension FakeAppleServices {
    /// A request that has come.
    public struct Request: Sendable {
        /// The method.
        public let method: String
        /// The name of Apple's host.
        public let host: String
        /// The path at Apple's host.
        public let path: String
        /// Names, in lower case, and values of the headers.
        public let headers: [String: String]
        /// The body.
        public internal(set) var body: [UInt8] = []

        /// Reads a request without its body; nil when it is not HTTP/1.1.
        ///
        /// - Parameter head: All before the empty line.
        init?(head: String) {
            let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
            let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
            guard words.count == 3, words[2] == "HTTP/1.1", words[1].first == "/" else { return nil }
            let target = words[1].dropFirst()
            method = String(words[0])
            host = String(target.prefix { $0 != "/" })
            path = String(target.dropFirst(host.count))
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let name = line.prefix { $0 != ":" }
                headers[name.lowercased()] = String(line.dropFirst(name.count + 1).drop { $0 == " " })
            }
            self.headers = headers
        }
    }
}
