import XCTest

@testable import AttestCore

/// What the reader takes as BER and not as DER: the forms of X.690, section 8, that receipts use.
final class BERReaderTests: XCTestCase {
    private func element(_ bytes: [UInt8], by rules: DERReader.Rules = .ber) throws -> DERElement {
        try DERReader.read(bytes[...], by: rules, reportingAs: .malformedReceipt) { (reader) throws(AttestError) in
            try reader.element()
        }
    }

    private func octets(_ bytes: [UInt8]) throws -> [UInt8] {
        try DERReader.read(bytes[...], by: .ber, reportingAs: .malformedReceipt) { (reader) throws(AttestError) in
            try reader.octetString()
        }
    }

    func testIndefiniteLengths() throws {
        XCTAssertEqual(try element([0x30, 0x80, 0x00, 0x00]).content, [])
        XCTAssertEqual(try element([0x30, 0x80, 0x05, 0x00, 0x00, 0x00]).content, [0x05, 0x00])
        XCTAssertEqual(try element([0x30, 0x80, 0x05, 0x00, 0x00, 0x00]).encoding.count, 6)
        // An end inside of a definite length does not end what is around it.
        XCTAssertEqual(try element([0x30, 0x80, 0x04, 0x02, 0, 0, 0x00, 0x00]).content, [0x04, 0x02, 0, 0])
        let nested: [UInt8] = [0x30, 0x80, 0xa0, 0x80, 0x04, 0x01, 0xff, 0, 0, 0x31, 0x00, 0, 0]
        XCTAssertEqual(try element(nested).content, nested[2..<11])
    }

    func testLongerLengthsThanNeeded() throws {
        XCTAssertEqual(try element([0x04, 0x81, 0x01, 0xff]).content, [0xff])
        XCTAssertEqual(try element([0x04, 0x83, 0x00, 0x00, 0x01, 0xff]).content, [0xff])
    }

    func testChunks() throws {
        XCTAssertEqual(try octets([0x04, 0x02, 1, 2]), [1, 2])
        XCTAssertEqual(try octets([0x24, 0x80, 0x04, 0x02, 1, 2, 0x04, 0x01, 3, 0x00, 0x00]), [1, 2, 3])
        XCTAssertEqual(try octets([0x24, 0x06, 0x04, 0x01, 1, 0x04, 0x01, 2]), [1, 2])
        XCTAssertEqual(try octets([0x24, 0x80, 0x00, 0x00]), [])
        for other: [UInt8] in [
            [0x24, 0x80, 0x24, 0x80, 0x04, 0x01, 1, 0, 0, 0, 0],  // chunks of chunks
            [0x24, 0x80, 0x02, 0x01, 1, 0, 0],  // a chunk of another type
            [0x24, 0x05, 0x04, 0x01, 1, 0x04, 0x01],  // a chunk cut off
        ] {
            assertRefused(.malformedReceipt, "\(other)") { try octets(other) }
        }
    }

    func testMalformed() {
        for bytes: [UInt8] in [
            [0x30], [0x30, 0x80], [0x30, 0x80, 0x00], [0x30, 0x80, 0x05], [0x30, 0x80, 0x05, 0x00],
            [0x30, 0x80, 0x05, 0x00, 0x00], [0x30, 0x80, 0x00, 0x01, 0x00],  // an end that holds something
            [0x30, 0x80, 0x00, 0x80, 0x00, 0x00], [0x04, 0x80, 0x00, 0x00],  // no elements to end
            [0x30, 0x80, 0x04, 0x80, 0x00, 0x00, 0x00, 0x00], [0x30, 0x80, 0x04, 0x05, 1, 2, 0x00, 0x00],
            [0x30, 0x84, 0, 0, 0, 0], [0x30, 0xff], [0x30, 0x80, 0x00, 0x00, 0x00],
        ] {
            assertRefused(.malformedReceipt, "\(bytes)") { try element(bytes) }
        }
    }

    /// None of it is DER.
    func testDERStaysStrict() {
        for bytes: [UInt8] in [
            [0x30, 0x80, 0x00, 0x00], [0x04, 0x81, 0x01, 0xff], [0x04, 0x83, 0x00, 0x00, 0x01, 0xff],
        ] {
            XCTAssertNoThrow(try element(bytes))
            assertRefused(.malformedReceipt, "\(bytes)") { try element(bytes, by: .der) }
        }
    }

    func testDepth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            (0..<depth).flatMap { _ in [0x30, 0x80] as [UInt8] } + [UInt8](repeating: 0, count: 2 * depth)
        }
        XCTAssertEqual(try element(nested(16)).content.count, 60)
        assertRefused(.limitExceeded) { try element(nested(17)) }
        assertRefused(.limitExceeded) { try element(nested(10_000)) }
    }

    func testNumbers() throws {
        func number(_ bytes: [UInt8]) throws -> UInt32 {
            try DERReader.read(bytes[...], by: .ber, reportingAs: .malformedReceipt) { (reader) throws(AttestError) in
                try reader.number()
            }
        }
        XCTAssertEqual(try number([0x02, 0x01, 0x00]), 0)
        XCTAssertEqual(try number([0x02, 0x02, 0x00, 0xff]), 255)
        XCTAssertEqual(try number([0x02, 0x05, 0x00, 0xff, 0xff, 0xff, 0xff]), .max)
        assertRefused(.malformedReceipt) { try number([0x02, 0x05, 0x01, 0, 0, 0, 0]) }
        assertRefused(.malformedReceipt) { try number([0x02, 0x01, 0xff]) }
        assertRefused(.malformedReceipt) { try number([0x02, 0x02, 0x00, 0x01]) }
        assertRefused(.malformedReceipt) { try number([0x02, 0x00]) }
    }

    func testAlgorithms() throws {
        func algorithm(_ bytes: [UInt8]) throws -> ObjectIdentifier {
            try DERReader.read(bytes[...], by: .ber, reportingAs: .malformedReceipt) { (reader) throws(AttestError) in
                try reader.algorithm()
            }
        }
        XCTAssertEqual(try algorithm([0x30, 0x03, 0x06, 0x01, 0x2a]).description, "1.2")
        XCTAssertEqual(try algorithm([0x30, 0x05, 0x06, 0x01, 0x2a, 0x05, 0x00]).description, "1.2")
        assertRefused(.malformedReceipt) { try algorithm([0x30, 0x06, 0x06, 0x01, 0x2a, 0x05, 0x01, 0x00]) }
        assertRefused(.malformedReceipt) { try algorithm([0x30, 0x06, 0x06, 0x01, 0x2a, 0x02, 0x01, 0x00]) }
    }
}
