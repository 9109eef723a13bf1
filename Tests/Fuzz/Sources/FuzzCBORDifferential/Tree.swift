internal import CFuzzCBOR
internal import FuzzDriver

@testable internal import AttestCore

/// Compares a value with the tree that libcbor's own builder makes of the same bytes.
///
/// Both read heads with libcbor's streaming decoder; what is compared is everything built upon it.
func checkTree(of value: CBORValue, _ bytes: [UInt8]) {
    var result = cbor_load_result()
    var tree = unsafe bytes.withUnsafeBufferPointer { unsafe cbor_load($0.baseAddress, $0.count, &result) }
    guard let root = unsafe tree else {
        let error = result.error
        finding("libcbor refuses it with error \(error.code.rawValue) at byte \(error.position)")
    }
    require(result.read == bytes.count, "libcbor reads \(result.read) of \(bytes.count) bytes")
    unsafe compare(value, root)
    unsafe cbor_decref(&tree)
}

private func compare(_ value: CBORValue, _ item: UnsafeMutablePointer<cbor_item_t>) {
    switch value {
    case .unsigned(let number):
        require(unsafe cbor_isa_uint(item) && cbor_get_int(item) == number, "another unsigned integer")
    case .negative(let number):
        require(unsafe cbor_isa_negint(item) && cbor_get_int(item) == number, "another negative integer")
    case .bytes(let bytes):
        require(unsafe cbor_isa_bytestring(item) && cbor_bytestring_is_definite(item), "not a byte string")
        let other = unsafe UnsafeBufferPointer(start: cbor_bytestring_handle(item), count: cbor_bytestring_length(item))
        require(unsafe bytes.elementsEqual(other), "another byte string")
    case .text(let text):
        require(unsafe cbor_isa_string(item) && cbor_string_is_definite(item), "not a text string")
        let other = unsafe UnsafeBufferPointer(start: cbor_string_handle(item), count: cbor_string_length(item))
        require(unsafe text.utf8.elementsEqual(other), "another text")
        require(
            unsafe text.description.unicodeScalars.count == cbor_string_codepoint_count(item),
            "another number of characters")
    case .array(let items):
        require(unsafe cbor_isa_array(item) && cbor_array_size(item) == items.count, "another array")
        // A handle borrows, so that nothing is to be released but the root.
        let others = unsafe cbor_array_handle(item)
        for (index, inner) in items.enumerated() {
            guard let other = unsafe others?[index] else { finding("an array with a hole") }
            unsafe compare(inner, other)
        }
    case .map(let map):
        require(unsafe cbor_isa_map(item) && cbor_map_size(item) == map.entries.count, "another map")
        let others = unsafe cbor_map_handle(item)
        for (index, entry) in map.entries.enumerated() {
            guard let other = unsafe others?[index], let key = unsafe other.key, let inner = unsafe other.value else {
                finding("a map with a hole")
            }
            unsafe compare(entry.key, key)
            unsafe compare(entry.value, inner)
        }
    case .boolean(let flag):
        require(unsafe cbor_is_bool(item) && cbor_get_bool(item) == flag, "another boolean")
    case .null:
        require(unsafe cbor_is_null(item), "not null")
    case .undefined:
        require(unsafe cbor_is_undef(item), "not undefined")
    case .float(let number):
        require(unsafe cbor_is_float(item), "not a float")
        let other = unsafe cbor_float_get_float(item)
        require(number.bitPattern == other.bitPattern || number.isNaN && other.isNaN, "another float")
    }
}
