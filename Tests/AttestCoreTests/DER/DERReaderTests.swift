import AttestTesting
import XCTest

@testable import AttestCore

final class DERReaderTests: XCTestCase {
    private func read<Value>(
        _ input: [UInt8], _ body: (inout DERReader) throws(AttestError) -> Value
    ) throws -> Value {
        try DERReader.read(input[...], reportingAs: .malformedCertificate, body)
    }

    private func assertRefused<Value>(
        _ hex: String, file: StaticString = #filePath, line: UInt = #line,
        _ body: (inout DERReader) throws(AttestError) -> Value
    ) {
        AttestCoreTests.assertRefused(.malformedCertificate, hex, file: file, line: line) { try read(bytes(hex), body) }
    }

    // MARK: Tags and lengths

    func testHighTagNumbers() throws {
        for number: UInt32 in [31, 127, 128, 1204, 1400, 16_383, 16_384, 2_097_151, (1 << 28) - 1] {
            let element = try read(DER.explicit(number, [0x05, 0x00])) { (reader) throws(AttestError) in
                try reader.element()
            }
            XCTAssertEqual(element.tag, .explicit(number))
            XCTAssertEqual(element.content, [0x05, 0x00])
        }
        // A number below 31, leading zeros, a number above 2^28, cut off.
        for hex in ["bf1e00", "bf800000", "bf80890400", "bf818080800000", "bfffffffff7f00", "bf", "bf89"] {
            assertRefused(hex) { (reader) throws(AttestError) in try reader.element() }
        }
    }

    func testLengths() throws {
        for count in [0, 1, 127, 128, 255, 256, 4096, 65_535, 65_536] {
            let content = [UInt8](repeating: 7, count: count)
            let read = try read(DER.octetString(content)) { (reader) throws(AttestError) in
                try reader.content(.octetString)
            }
            XCTAssertEqual(Array(read), content)
        }
        // Indefinite, longer than needed, beyond the end, more than 3 bytes, cut off, no length at all.
        for hex in [
            "04800000", "048100", "04817f" + String(repeating: "00", count: 127), "0482000100", "04820001ff", "0401",
            "0402ff",
            "048400000001ff", "04ffff", "0481", "048201", "04",
        ] { assertRefused(hex) { (reader) throws(AttestError) in try reader.element() } }
    }

    func testEverythingMustBeConsumed() {
        assertRefused("0401ff00") { (reader) throws(AttestError) in try reader.content(.octetString) }
        assertRefused("300604010004010030") { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in try reader.content(.octetString) }
        }
    }

    func testOtherTagThanExpected() {
        assertRefused("0401ff") { (reader) throws(AttestError) in try reader.content(.bitString) }
        assertRefused("2401ff") { (reader) throws(AttestError) in try reader.content(.octetString) }
        assertRefused("8401ff") { (reader) throws(AttestError) in try reader.content(.octetString) }
    }

    // MARK: Values

    func testBooleans() throws {
        XCTAssertTrue(try read([1, 1, 0xff]) { (reader) throws(AttestError) in try reader.boolean() })
        XCTAssertFalse(try read([1, 1, 0x00]) { (reader) throws(AttestError) in try reader.boolean() })
        for hex in ["010101", "0100", "0102ffff"] {
            assertRefused(hex) { (reader) throws(AttestError) in try reader.boolean() }
        }
    }

    func testUnsignedIntegers() throws {
        func integer(_ hex: String) throws -> [UInt8] {
            Array(try read(bytes(hex)) { (reader) throws(AttestError) in try reader.unsignedInteger() })
        }
        XCTAssertEqual(try integer("020100"), [0])
        XCTAssertEqual(try integer("02017f"), [0x7f])
        XCTAssertEqual(try integer("02020080"), [0x80])
        XCTAssertEqual(try integer("0203010203"), [1, 2, 3])
        // No bytes, negative, leading zeros.
        for hex in ["0200", "020180", "0202ff80", "02020001", "0203000080"] {
            assertRefused(hex) { (reader) throws(AttestError) in try reader.unsignedInteger() }
        }
    }

    func testObjectIdentifiersAsText() throws {
        for dotted in ["2.5.29.15", "1.2.840.113635.100.8.2", "0.9.2342", "2.999.1", "1.3.132.0.34"] {
            let id = try read(DER.objectIdentifier(dotted)) { (reader) throws(AttestError) in
                try reader.objectIdentifier()
            }
            XCTAssertEqual(id.description, dotted)
        }
        XCTAssertEqual(
            ObjectIdentifier(content: [0x2a] + Array(repeating: 0xff, count: 12) + [0x7f]).description, "1.2.?")
        XCTAssertEqual(ObjectIdentifier(content: []).description, "")
    }

    func testDeepNestingIsNotFollowed() {
        // The reader goes only as deep as its caller asks: 100,000 sequences are one element.
        var nested: [UInt8] = []
        for _ in 0..<20_000 { nested = DER.element([0x30], nested) }
        XCTAssertNoThrow(try read(nested) { (reader) throws(AttestError) in try reader.element() })
    }
}
