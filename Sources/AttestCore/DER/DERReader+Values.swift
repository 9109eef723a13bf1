extension DERReader {
    /// Reads a BOOLEAN, which DER writes as 00 or ff only.
    mutating func boolean() throws(AttestError) -> Bool {
        let content = try content(.boolean)
        guard content.count == 1, let byte = content.first, byte == 0x00 || byte == 0xff else {
            throw fault("a boolean that is neither 00 nor ff")
        }
        return byte == 0xff
    }

    /// Reads an INTEGER of 0 or more, without the zero byte that keeps it positive.
    mutating func unsignedInteger() throws(AttestError) -> ArraySlice<UInt8> {
        let content = try content(.integer)
        guard let first = content.first else { throw fault("an integer of no bytes") }
        guard first & 0x80 == 0 else { throw fault("a negative integer") }
        guard first == 0, let second = content.dropFirst().first else { return content }
        guard second & 0x80 != 0 else { throw fault("an integer with leading zeros") }
        return content.dropFirst()
    }

    /// Reads an INTEGER from 0 to 255.
    mutating func smallInteger() throws(AttestError) -> UInt8 {
        let integer = try unsignedInteger()
        guard integer.count == 1, let value = integer.first else { throw fault("an integer above 255") }
        return value
    }

    /// Reads an INTEGER from 0 to 2^32 - 1.
    mutating func number() throws(AttestError) -> UInt32 {
        let integer = try unsignedInteger()
        guard integer.count <= 4 else { throw fault("an integer of 2^32 or more") }
        return integer.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads an OCTET STRING, which in BER can come in chunks (X.690, section 8.7.3); devices' chunks have no chunks.
    mutating func octetString() throws(AttestError) -> [UInt8] {
        guard try nextTag() == .chunkedOctetString else { return Array(try content(.octetString)) }
        return try read(.chunkedOctetString) { (reader) throws(AttestError) in
            var bytes: [UInt8] = []
            while !reader.isAtEnd {
                bytes += try reader.content(.octetString)
            }
            return bytes
        }
    }

    /// Reads a BIT STRING of whole bytes.
    mutating func bitStringOfBytes() throws(AttestError) -> ArraySlice<UInt8> {
        let content = try content(.bitString)
        guard content.first == 0 else { throw fault("a bit string that is not of whole bytes") }
        return content.dropFirst()
    }

    /// Reads an AlgorithmIdentifier without parameters or with the empty ones, NULL.
    mutating func algorithm() throws(AttestError) -> ObjectIdentifier {
        try read(.sequence) { (reader) throws(AttestError) in
            let algorithm = try reader.objectIdentifier()
            if !reader.isAtEnd, !(try reader.content(.null).isEmpty) {
                throw reader.fault("a NULL that holds something")
            }
            return algorithm
        }
    }

    /// Reads an OBJECT IDENTIFIER.
    mutating func objectIdentifier() throws(AttestError) -> ObjectIdentifier {
        let content = try content(.objectIdentifier)
        guard content.count <= AttestLimits.objectIdentifierBytes else {
            throw AttestError(
                .limitExceeded,
                "an object identifier of \(content.count) bytes, and the limit is \(AttestLimits.objectIdentifierBytes)"
            )
        }
        // Numbers of seven bits a byte: all bytes of one but its last have the highest bit set, and its first is not 80.
        var isAtStart = true
        for byte in content {
            guard !isAtStart || byte != 0x80 else { throw fault("an object identifier with leading zeros") }
            isAtStart = byte & 0x80 == 0
        }
        guard isAtStart, !content.isEmpty else { throw fault("an object identifier that does not end") }
        return ObjectIdentifier(content: content)
    }
}
