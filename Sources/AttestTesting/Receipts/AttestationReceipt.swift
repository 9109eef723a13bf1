internal import AttestCore

/// The receipt inside of an attestation object, also one that is too large for the object to be accepted.
package enum AttestationReceipt {
    /// The bytes of the receipt; nil when the object has none.
    package static func bytes(in object: [UInt8]) -> [UInt8]? {
        guard case .map(let members) = try? CBORDecoder.decode(object[...]),
            case .map(let statement)? = members["attStmt"], case .bytes(let receipt)? = statement["receipt"]
        else { return nil }
        return Array(receipt)
    }
}
