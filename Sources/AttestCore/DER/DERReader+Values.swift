extension DERReader {
    /// Reads a BOOLEAN, which DER writes as 00 or ff only.
    mutating func boolean() throws(AttestError) -> Bool {
        switch Array(try content(.boolean)) {
        case [0x00]: return false
        case [0xff]: return true
        default: throw fault("a boolean that is neither 00 nor ff")
        }
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

    /// Reads a BIT STRING of whole bytes.
    mutating func bitStringOfBytes() throws(AttestError) -> ArraySlice<UInt8> {
        let content = try content(.bitString)
        guard content.first == 0 else { throw fault("a bit string that is not of whole bytes") }
        return content.dropFirst()
    }

    /// Reads an OBJECT IDENTIFIER.
    mutating func objectIdentifier() throws(AttestError) -> ObjectIdentifier {
        ObjectIdentifier(content: try content(.objectIdentifier))
    }
}
