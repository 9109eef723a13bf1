internal import AttestCore

/// Reads the files that commands are given, up to a limit of their sizes.
enum InputFile {
    /// An object as a file holds it.
    struct Object {
        /// The file, as it is.
        let file: [UInt8]
        /// The CBOR of the object.
        let bytes: [UInt8]

        /// What may be wrong with a file whose object cannot be read as one kind.
        var hint: String? {
            ObjectTextAlternatives.hint(file: file) ?? ObjectKind(bytes)?.hint
                ?? TextDamage.hint(bytes, "the object has")
        }
    }

    /// The bytes of a file, or of standard input for `-`.
    static func bytes(_ path: String, upTo limit: InputLimit, console: Console) throws(UsageError) -> [UInt8] {
        guard path == "-" else { return try bytes(path, upTo: limit) }
        guard let bytes = console.standardInput(limit.bytes + 1) else { throw UsageError("cannot read standard input") }
        guard bytes.count <= limit.bytes else { throw tooLarge("standard input", nil, limit) }
        return bytes
    }

    /// The bytes of a file.
    static func bytes(_ path: String, upTo limit: InputLimit) throws(UsageError) -> [UInt8] {
        guard let file = Descriptor(path) else { throw unreadable(path) }
        return try bytes(of: file, path, upTo: limit)
    }

    /// The bytes of a file that was found in a folder; nil for what is no regular file.
    ///
    /// A pipe there has perhaps no writer, and waiting for one would never end.
    static func bytesOfRegularFile(_ path: String, upTo limit: InputLimit) throws(UsageError) -> [UInt8]? {
        guard let file = Descriptor(path, waits: false) else { throw unreadable(path) }
        return file.size == nil ? nil : try bytes(of: file, path, upTo: limit)
    }

    private static func unreadable(_ path: String) -> UsageError {
        UsageError("cannot read \(path); check that the file exists and can be read")
    }

    private static func bytes(
        of file: borrowing Descriptor, _ path: String, upTo limit: InputLimit
    ) throws(UsageError) -> [UInt8] {
        let size = file.size
        if let size, size > limit.bytes { throw tooLarge(path, size, limit) }
        // A pipe has no size, and a file may grow: one byte more than allowed is enough to know.
        guard let bytes = file.read(atMost: limit.bytes + 1) else {
            throw UsageError("cannot read \(path); check that it is a file and can be read")
        }
        guard bytes.count <= limit.bytes else { throw tooLarge(path, nil, limit) }
        return bytes
    }

    private static func tooLarge(_ name: String, _ size: Int?, _ limit: InputLimit) -> UsageError {
        UsageError(
            "\(name) has \(size.map(String.init) ?? "more than \(limit.bytes)") bytes, and \(limit.content) may have up to "
                + "\(limit.bytes); check that it is the right file")
    }

    /// A CBOR object, from a file of it or of its base64 text.
    ///
    /// The two cannot be confused: an object begins with the head of a CBOR map, which is no ASCII character.
    static func object(_ path: String, console: Console) throws(UsageError) -> Object {
        let file = try bytes(path, upTo: .object, console: console)
        guard !file.isEmpty else { throw UsageError("\(path) is empty; give an object as binary or base64 text") }
        guard file.allSatisfy({ $0 < 0x80 }) else { return Object(file: file, bytes: file) }
        guard let decoded = Base64.decode(String(decoding: file.filter { !$0.isWhiteSpace }, as: UTF8.self)) else {
            throw UsageError(
                "\(path) is text but not base64; give an object as binary or base64 text",
                hint: ObjectTextAlternatives.hint(file: file))
        }
        return Object(file: file, bytes: decoded)
    }

    /// A receipt, or that of an attestation object; binary or base64 text.
    ///
    /// The two cannot be confused: a receipt begins with a SEQUENCE, which as CBOR would be a negative number.
    static func receipt(_ path: String, console: Console) throws(UsageError) -> [UInt8] {
        let input = try object(path, console: console)
        guard input.bytes.first != 0x30 else { return input.bytes }
        let attestation: AttestationObject
        do throws(AttestError) {
            attestation = try AttestationObject(decoding: input.bytes)
        } catch {
            throw UsageError(
                "\(path) is neither a receipt nor an attestation object: \(error)", hint: input.hint)
        }
        guard let receipt = attestation.receipt else { throw UsageError("\(path) is an attestation without a receipt") }
        return receipt
    }

    /// One certificate in DER or PEM.
    static func certificate(_ path: String, console: Console) throws(UsageError) -> [UInt8] {
        let bytes = try bytes(path, upTo: .certificate, console: console)
        guard PEM.begins(in: bytes, label: "CERTIFICATE") else { return bytes }
        guard let decoded = PEM.body(of: bytes, label: "CERTIFICATE") else {
            throw UsageError(
                "\(path) is not a certificate in PEM or DER",
                hint: bytes.holds(Array(#"\n"#.utf8))
                    ? "its line breaks are written as a backslash and an n, as from an environment variable or JSON"
                    : nil)
        }
        return decoded
    }
}
