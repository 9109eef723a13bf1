internal import FuzzDriver

/// Takes a TBSCertificate for that of a leaf, signs it, and compares the answers about its chain.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { bytes in
        switch authority {
        case .success(let authority): authority.check(bytes)
        case .failure(let error): finding("\(error)")
        }
    }
}

private let authority = Result { try Authority() }

@main
enum FuzzChain {
    static func main() {
        unsafe runFuzzer(test)
    }
}
