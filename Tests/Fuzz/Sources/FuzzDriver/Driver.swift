internal import CFuzzer

/// What libFuzzer calls with each input.
public typealias FuzzTest = @convention(c) (_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt

/// Hands this process to libFuzzer, with its command line, until the fuzzing ends.
///
/// libFuzzer has a `main` of its own, but SwiftPM renames the one of an executable and asks the linker for the new name.
public func runFuzzer(_ test: FuzzTest) {
    var argumentCount = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
    _ = unsafe LLVMFuzzerRunDriver(&argumentCount, &arguments, test)
}

/// Runs one test on a copy of libFuzzer's bytes: an allocation of its own, so that the sanitizer sees its ends.
///
/// Work that grows faster than the input is a finding: see ``TimeBudget``.
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int, _ test: ([UInt8]) -> Void) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    TimeBudget(byteCount: count).check { test(bytes) }
    return 0
}
