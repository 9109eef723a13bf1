/// One item of CBOR in the strict form that App Attest uses: no tags, no indefinite lengths (RFC 8949).
///
/// Strings are slices of the input, so that hashes and signatures are checked over the received bytes.
package enum CBORValue: Sendable, Equatable {
    /// Major type 0.
    case unsigned(UInt64)
    /// Major type 1: stands for -1 - n, so that every encodable value fits.
    case negative(UInt64)
    /// Major type 2.
    case bytes(ArraySlice<UInt8>)
    /// Major type 3, valid UTF-8.
    case text(CBORText)
    /// Major type 4.
    case array([CBORValue])
    /// Major type 5.
    case map(CBORMap)
    /// Simple values 20 and 21.
    case boolean(Bool)
    /// Simple value 22.
    case null
    /// Simple value 23.
    case undefined
    /// A half, single or double precision number.
    case float(Double)
}
