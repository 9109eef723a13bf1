import AttestCore
import XCTest

/// Asserts that an expression is refused under one exact code.
func assertRefused<Value>(
    _ code: AttestError.Code, step: Int? = nil, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, _ expression: () throws -> Value
) {
    do {
        _ = try expression()
        XCTFail("accepted, expected \(code). \(message())", file: file, line: line)
    } catch let error as AttestError {
        XCTAssertEqual(error.code, code, "\(error). \(message())", file: file, line: line)
        if let step { XCTAssertEqual(error.step, step, "\(error). \(message())", file: file, line: line) }
        XCTAssertFalse(error.context.isEmpty, file: file, line: line)
    } catch {
        XCTFail("another error: \(error)", file: file, line: line)
    }
}
