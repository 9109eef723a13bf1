internal import FuzzDriver

/// Reads DER: any tree of elements, and each structure that objects hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { bytes in
        checkElements(of: bytes)
        checkCertificate(bytes)
        checkSignature(bytes)
        checkOperatingSystem(bytes)
    }
}

@main
enum FuzzDER {
    static func main() {
        unsafe runFuzzer(test)
    }
}
