import XCTest

/// Bytes from hex digits; spaces are ignored.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { !$0.isWhitespace }.compactMap { UInt8(String($0), radix: 16) }
    precondition(digits.count % 2 == 0)
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The resident memory of this process in bytes, as Linux reports it.
func residentMemory() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
    return try XCTUnwrap(Int(pages)) * 4096
}
