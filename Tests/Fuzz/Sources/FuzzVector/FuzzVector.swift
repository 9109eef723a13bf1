internal import FuzzDriver

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads a file of vectors as `attest check` does, and verifies each.
///
/// AttestCommand is no product, so the files that read and verify vectors are part of this target, as symbolic links.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { bytes in
        let data = Data(bytes)
        let isList = bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
        let vectors =
            isList
            ? try? JSONDecoder().decode([Vector].self, from: data)
            : (try? JSONDecoder().decode(Vector.self, from: data)).map { [$0] }
        for vector in vectors ?? [] {
            _ = try? vector.verify()
        }
    }
}

@main
enum FuzzVector {
    static func main() {
        unsafe runFuzzer(test)
    }
}
