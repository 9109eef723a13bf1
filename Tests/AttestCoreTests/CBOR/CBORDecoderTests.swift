import AttestTesting
import XCTest

@testable import AttestCore

final class CBORDecoderTests: XCTestCase {
    private func decode(_ hex: String) throws -> CBORValue {
        try CBORDecoder.decode(bytes(hex)[...])
    }

    private func assertRefused(_ hex: String, file: StaticString = #filePath, line: UInt = #line) {
        AttestCoreTests.assertRefused(.malformedCBOR, hex, file: file, line: line) { try decode(hex) }
    }

    // MARK: What is read (values of RFC 8949, appendix A)

    func testIntegers() throws {
        XCTAssertEqual(try decode("00"), .unsigned(0))
        XCTAssertEqual(try decode("17"), .unsigned(23))
        XCTAssertEqual(try decode("1818"), .unsigned(24))
        XCTAssertEqual(try decode("1903e8"), .unsigned(1000))
        XCTAssertEqual(try decode("1a000f4240"), .unsigned(1_000_000))
        XCTAssertEqual(try decode("1bffffffffffffffff"), .unsigned(.max))
        XCTAssertEqual(try decode("20"), .negative(0))
        XCTAssertEqual(try decode("3863"), .negative(99))
        XCTAssertEqual(try decode("3903e7"), .negative(999))
        XCTAssertEqual(try decode("3bffffffffffffffff"), .negative(.max))
    }

    func testStringsAndContainers() throws {
        XCTAssertEqual(try decode("40"), .bytes([]))
        XCTAssertEqual(try decode("4401020304"), .bytes([1, 2, 3, 4]))
        XCTAssertEqual(try decode("60"), .text(""))
        XCTAssertEqual(try decode("64f0908591"), .text("\u{10151}"))
        XCTAssertEqual(try decode("80"), .array([]))
        XCTAssertEqual(
            try decode("8301820203820405"),
            .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)])]))
        guard case .map(let map) = try decode("a26161016162820203") else { return XCTFail("not a map") }
        XCTAssertEqual(map["a"], .unsigned(1))
        XCTAssertEqual(map["b"], .array([.unsigned(2), .unsigned(3)]))
        XCTAssertNil(map["c"])
    }

    func testSimpleValuesAndFloats() throws {
        XCTAssertEqual(try decode("f4"), .boolean(false))
        XCTAssertEqual(try decode("f5"), .boolean(true))
        XCTAssertEqual(try decode("f6"), .null)
        XCTAssertEqual(try decode("f7"), .undefined)
        XCTAssertEqual(try decode("f93e00"), .float(1.5))
        XCTAssertEqual(try decode("fa47c35000"), .float(100_000))
        XCTAssertEqual(try decode("fb3ff199999999999a"), .float(1.1))
        XCTAssertEqual(try decode("f97c00"), .float(.infinity))
    }

    func testByteStringsAreSlicesOfTheInput() throws {
        let input = bytes("8243010203 420405")
        guard case .array(let items) = try CBORDecoder.decode(input[...]), case .bytes(let second) = items[1] else {
            return XCTFail("not an array of byte strings")
        }
        XCTAssertEqual(second.indices, 6..<8)
    }

    func testPrefixGivesBackWhatFollows() throws {
        let (value, rest) = try CBORDecoder.decodePrefix(of: bytes("820102 a0ff")[...])
        XCTAssertEqual(value, .array([.unsigned(1), .unsigned(2)]))
        XCTAssertEqual(Array(rest), [0xa0, 0xff])
    }

    // MARK: What is refused

    func testLongerFormsThanNeeded() {
        for hex in [
            "1800", "1817", "190000", "1900ff", "1a00000000", "1a0000ffff", "1b0000000000000000", "1b00000000ffffffff",
            "3817", "3900ff", "3a0000ffff", "3b00000000ffffffff",
            "5800", "580101", "59000101", "5a0000000101", "5b000000000000000101",
            "7800", "780161", "79000161", "9800", "980101", "99000101", "b800", "b8010101", "b900010101",
        ] { assertRefused(hex) }
    }

    func testIndefiniteLengths() {
        for hex in [
            "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "9f01ff", "bfff", "bf616101ff", "ff", "81ff",
        ] {
            assertRefused(hex)
        }
    }

    func testTags() {
        for hex in ["c000", "c11a514b67b0", "d81800", "d9d9f700", "daffffffff00", "dbffffffffffffffff00", "81c000"] {
            assertRefused(hex)
        }
    }

    func testDuplicateKeysAtAnyLevel() {
        for hex in [
            "a2616101616102", "a201010102", "a220012002", "a2414101414102",
            "a16161a2616101616102", "81a2616101616102", "a3616101616202616103",
        ] { assertRefused(hex) }
    }

    func testKeysOfOtherTypes() {
        for hex in ["a1f500", "a1f600", "a1f93e0000", "a18000", "a1a000"] { assertRefused(hex) }
    }

    func testKeysThatOnlyLookAlikeAreDifferent() throws {
        // The text "a", the bytes "a", the integers 1 and -2.
        XCTAssertNoThrow(try decode("a4616100 414100 0100 2100"))
    }

    func testCutOff() {
        for hex in ["", "18", "19ff", "1a000f42", "41", "5803ffff", "61", "81", "8201", "a1", "a101", "f9", "fa47c3"] {
            assertRefused(hex)
        }
    }

    func testTrailingBytes() {
        for hex in ["0000", "a000", "8000", "f6f6", "4000"] { assertRefused(hex) }
    }

    func testReservedHeads() {
        for major: UInt8 in 0...7 {
            for information: UInt8 in 28...30 {
                let head = major << 5 | information
                AttestCoreTests.assertRefused(.malformedCBOR) {
                    try CBORDecoder.decode([head, 0, 0, 0, 0, 0, 0, 0, 0])
                }
            }
        }
        for hex in ["e0", "f3", "f800", "f818", "f8ff"] { assertRefused(hex) }
    }

    func testTextThatIsNotUTF8() {
        for hex in ["61ff", "62c328", "63e28028", "64f0288cbc", "62c080", "63eda080"] { assertRefused(hex) }
    }

    // MARK: Limits

    func testNestingIsLimited() throws {
        let deepest = [UInt8](repeating: 0x81, count: AttestLimits.cborDepth - 1) + [0x00]
        XCTAssertNoThrow(try CBORDecoder.decode(deepest[...]))
        AttestCoreTests.assertRefused(.malformedCBOR) { try CBORDecoder.decode(([0x81] + deepest)[...]) }
        for head: UInt8 in [0x81, 0xa1] {
            let nested = [UInt8](repeating: head, count: 100_000) + [0x00]
            AttestCoreTests.assertRefused(.malformedCBOR) { try CBORDecoder.decode(nested[...]) }
        }
    }

    func testItemsAreLimited() throws {
        let items = AttestLimits.cborItems
        func array(_ count: Int) -> [UInt8] { CBORValue.head(4, UInt64(count)) + [UInt8](repeating: 0, count: count) }
        XCTAssertNoThrow(try CBORDecoder.decode(array(items - 1)[...]))
        AttestCoreTests.assertRefused(.malformedCBOR) { try CBORDecoder.decode(array(items)[...]) }
    }

    func testMapEntriesAreLimited() throws {
        func map(_ count: Int) -> [UInt8] {
            CBORValue.head(5, UInt64(count)) + (0..<count).flatMap { CBORValue.unsigned(UInt64($0)).encoded + [0] }
        }
        XCTAssertNoThrow(try CBORDecoder.decode(map(AttestLimits.cborMapEntries)[...]))
        AttestCoreTests.assertRefused(.malformedCBOR) {
            try CBORDecoder.decode(map(AttestLimits.cborMapEntries + 1)[...])
        }
    }

    /// Claims of 2^28, 2^32 and 2^64 items or bytes in a few bytes cost no memory: nothing is reserved on a claim.
    func testClaimsCostNoMemory() throws {
        let before = try residentMemory()
        for hex in [
            "9a10000000", "ba10000000", "5a10000000", "7a10000000",
            "9bffffffffffffffff", "bbffffffffffffffff", "5bffffffffffffffff", "7bffffffffffffffff",
            "9b0000000100000000", "bb7fffffffffffffff", "5b7fffffffffffffff", "5b8000000000000000",
            "819a10000000", "a1009a10000000",
        ] { assertRefused(hex) }
        XCTAssertLessThan(try residentMemory() - before, 1 << 20)
    }

    // MARK: Against the encoder of the tests

    /// Two texts that are the same in Unicode's eyes are two keys, and two names.
    func testTextsAreComparedByTheirBytes() throws {
        let (composed, decomposed) = ("\u{e9}", "e\u{301}")
        XCTAssertEqual(composed, decomposed)
        let encoded = CBORValue.encodedMap([(composed, [0x01]), (decomposed, [0x02])])
        guard case .map(let map) = try CBORDecoder.decode(encoded[...]) else { return XCTFail("not a map") }
        XCTAssertEqual(map[composed], .unsigned(1))
        XCTAssertEqual(map[decomposed], .unsigned(2))
        XCTAssertNotEqual(CBORValue.text(CBORText(composed)), .text(CBORText(decomposed)))
    }

    /// Comparing this key as a `String` takes seconds, because it is put into order first.
    func testLongKeysAreRefusedUnread() {
        let key = "a" + String(repeating: "\u{301}", count: 15_900) + String(repeating: "\u{334}", count: 15_900)
        let encoded = CBORValue.encodedMap([(key, [0x00]), ("fmt", [0x61, 0x78])])
        AttestCoreTests.assertRefused(.limitExceeded) { try CBORDecoder.decode(encoded[...]) }
        let bytes = CBORValue.head(5, 1) + CBORValue.bytes([UInt8](repeating: 0, count: 65)[...]).encoded + [0x00]
        AttestCoreTests.assertRefused(.limitExceeded) { try CBORDecoder.decode(bytes[...]) }
    }

    func testRoundTripOfRandomValues() throws {
        var generator = SystemRandomNumberGenerator()
        func value(_ depth: Int) -> CBORValue {
            switch Int.random(in: 0...(depth < 4 ? 8 : 6), using: &generator) {
            case 0:
                return .unsigned(
                    UInt64.random(in: 0...(.max), using: &generator) >> Int.random(in: 0...63, using: &generator))
            case 1:
                return .negative(
                    UInt64.random(in: 0...(.max), using: &generator) >> Int.random(in: 0...63, using: &generator))
            case 2:
                return .bytes(
                    (0..<Int.random(in: 0...300, using: &generator)).map { UInt8(truncatingIfNeeded: $0) }[...])
            case 3: return .text(CBORText(String(repeating: "é", count: .random(in: 0...30, using: &generator))))
            case 4: return .boolean(.random(using: &generator))
            case 5: return .null
            case 6: return .float(.random(in: -1e9...1e9, using: &generator))
            case 7: return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth + 1) })
            default:
                var map = CBORMap()
                for key in 0..<Int.random(in: 0...4, using: &generator) {
                    _ = map.insert(value(depth + 1), for: .unsigned(UInt64(key * 1000)))
                }
                return .map(map)
            }
        }
        for _ in 0..<2000 {
            let value = value(0)
            XCTAssertEqual(try CBORDecoder.decode(value.encoded[...]), value)
        }
    }
}
