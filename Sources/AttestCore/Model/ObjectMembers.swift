/// The members of an object's map by name and type, each missing or mistyped one under the object's own code.
struct ObjectMembers {
    private let map: CBORMap
    private let code: AttestError.Code

    /// Decodes bytes within a limit that must be one map with text keys.
    init(
        decoding bytes: some Collection<UInt8>, limit: Int, reportingAs code: AttestError.Code
    ) throws(AttestError) {
        guard bytes.count <= limit else {
            throw AttestError(.objectTooLarge, "\(bytes.count) bytes, and the limit is \(limit)")
        }
        guard case .map(let map) = try CBORDecoder.decode(Array(bytes)[...]) else {
            throw AttestError(code, "the CBOR is not a map")
        }
        self.init(map, reportingAs: code)
    }

    private init(_ map: CBORMap, reportingAs code: AttestError.Code) {
        self.map = map
        self.code = code
    }

    func text(_ name: String) throws(AttestError) -> String {
        guard case .text(let text)? = map[name] else { throw missing(name, "text") }
        return text
    }

    func bytes(_ name: String) throws(AttestError) -> ArraySlice<UInt8> {
        guard let bytes = try optionalBytes(name) else { throw missing(name, "a byte string") }
        return bytes
    }

    func optionalBytes(_ name: String) throws(AttestError) -> ArraySlice<UInt8>? {
        switch map[name] {
        case nil: return nil
        case .bytes(let bytes)?: return bytes
        default: throw missing(name, "a byte string")
        }
    }

    func arrayOfBytes(_ name: String) throws(AttestError) -> [ArraySlice<UInt8>] {
        guard case .array(let items)? = map[name] else { throw missing(name, "an array") }
        return try items.map { (item) throws(AttestError) in
            guard case .bytes(let bytes) = item else { throw missing(name, "an array of byte strings") }
            return bytes
        }
    }

    func map(_ name: String) throws(AttestError) -> ObjectMembers {
        guard case .map(let inner)? = map[name] else { throw missing(name, "a map") }
        return ObjectMembers(inner, reportingAs: code)
    }

    /// The names of all members but some, in the order of the bytes; keys that are not text have none.
    func names(besides known: [String]) -> [String] {
        // Whoever asks has read the known ones, so there are others only when there are more.
        guard map.entries.count > known.count else { return [] }
        return map.entries.compactMap { entry in
            if case .text(let name) = entry.key, !known.contains(name) { name } else { nil }
        }
    }

    private func missing(_ name: String, _ type: String) -> AttestError {
        AttestError(code, "\(name) is missing or not \(type)")
    }
}
