internal import FuzzDriver

@testable internal import AttestCore
@testable internal import AttestTesting

/// Holds what the strict decoder accepts against two other views of the same bytes: libcbor's tree, and an encoder.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { bytes in
        let alone = try? CBORDecoder.decode(bytes[...])
        let amid = try? CBORDecoder.decode(bytes.amidOthers)
        guard let value = alone else {
            require(amid == nil, "accepted amid other bytes only")
            return
        }
        require(amid?.encoded == value.encoded, "another value amid other bytes")
        checkEncoding(of: value, bytes)
        // The tree builder trusts counts, which the strict decoder has held against the bytes here.
        if bytes.count <= 8192 {
            checkTree(of: value, bytes)
        }
    }
}

/// The strict form is the shortest one, and there is only one; but a float has several widths, and its value only one.
private func checkEncoding(of value: CBORValue, _ bytes: [UInt8]) {
    guard !value.holdsFloat else { return }
    require(value.encoded == bytes, "a value of another encoding")
}

extension CBORValue {
    fileprivate var holdsFloat: Bool {
        switch self {
        case .float: true
        case .array(let items): items.contains(where: \.holdsFloat)
        case .map(let map): map.entries.contains { $0.value.holdsFloat }
        case .unsigned, .negative, .bytes, .text, .boolean, .null, .undefined: false
        }
    }
}

@main
enum FuzzCBORDifferential {
    static func main() {
        unsafe runFuzzer(test)
    }
}
