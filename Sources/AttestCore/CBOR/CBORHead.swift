internal import CAttestCBOR

/// The head of one CBOR item, as libcbor's streaming decoder reads it: what it is, and its number.
struct CBORHead {
    enum Kind {
        case unsigned, negative, bytes, text, array, map, tag, float, boolean, null, undefined
        case indefinite, `break`
    }

    var kind: Kind
    /// The value of an integer, the length of a string, the count of an array or map, the bits of a double.
    var argument: UInt64
}

/// Reads one head at a time with libcbor; the strings and containers that follow are the caller's to bound.
struct CBORHeadReader {
    /// A head, and how many bytes libcbor consumed for it: the head's own, and for a string also its payload.
    struct Reading {
        let head: CBORHead
        let length: Int
    }

    // A value of its own for every decoder: C function pointers are not Sendable, so they cannot be a shared constant.
    private var callbacks: cbor_callbacks

    init() {
        // The parameter types stay inferred and are converted with exactly: because libcbor 0.9 changed the lengths of
        // strings and containers from size_t to uint64_t.
        callbacks = unsafe cbor_callbacks(
            uint8: { unsafe note($0, .unsigned, UInt64($1)) },
            uint16: { unsafe note($0, .unsigned, UInt64($1)) },
            uint32: { unsafe note($0, .unsigned, UInt64($1)) },
            uint64: { unsafe note($0, .unsigned, UInt64($1)) },
            negint64: { unsafe note($0, .negative, UInt64($1)) },
            negint32: { unsafe note($0, .negative, UInt64($1)) },
            negint16: { unsafe note($0, .negative, UInt64($1)) },
            negint8: { unsafe note($0, .negative, UInt64($1)) },
            byte_string_start: { unsafe note($0, .indefinite, 0) },
            byte_string: { unsafe note($0, .bytes, UInt64(exactly: $2)) },
            string: { unsafe note($0, .text, UInt64(exactly: $2)) },
            string_start: { unsafe note($0, .indefinite, 0) },
            indef_array_start: { unsafe note($0, .indefinite, 0) },
            array_start: { unsafe note($0, .array, UInt64(exactly: $1)) },
            indef_map_start: { unsafe note($0, .indefinite, 0) },
            map_start: { unsafe note($0, .map, UInt64(exactly: $1)) },
            tag: { unsafe note($0, .tag, UInt64($1)) },
            float2: { unsafe note($0, .float, Double($1).bitPattern) },
            float4: { unsafe note($0, .float, Double($1).bitPattern) },
            float8: { unsafe note($0, .float, $1.bitPattern) },
            undefined: { unsafe note($0, .undefined, 0) },
            null: { unsafe note($0, .null, 0) },
            boolean: { unsafe note($0, .boolean, $1 ? 1 : 0) },
            indef_break: { unsafe note($0, .break, 0) }
        )
    }

    /// Reads the head at a position of the bytes; nil when they are cut off or not CBOR.
    func read(_ bytes: ArraySlice<UInt8>, at position: Int) -> Reading? {
        var head: CBORHead?
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe withUnsafePointer(to: callbacks) { callbacks in
                unsafe withUnsafeMutablePointer(to: &head) { head in
                    let rest = unsafe UnsafeBufferPointer(rebasing: buffer[(position - bytes.startIndex)...])
                    return unsafe cbor_stream_decode(rest.baseAddress, rest.count, callbacks, head)
                }
            }
        }
        guard result.status == CBOR_DECODER_FINISHED, let head else { return nil }
        return Reading(head: head, length: result.read)
    }
}

/// Writes a head into the `CBORHead?` that the context points to; nothing for a number that does not fit.
private func note(_ context: UnsafeMutableRawPointer?, _ kind: CBORHead.Kind, _ argument: UInt64?) {
    guard let argument else { return }
    unsafe context?.assumingMemoryBound(to: CBORHead?.self).pointee = CBORHead(kind: kind, argument: argument)
}
