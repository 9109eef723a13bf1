import AttestTesting
import Foundation
import XCTest

@testable import AttestCore

final class DERTimeTests: XCTestCase {
    private func time(_ input: [UInt8]) throws -> Date {
        try DERReader.read(input[...], reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            try reader.time()
        }
    }

    private func utc(_ text: String) -> [UInt8] { DER.element([0x17], Array(text.utf8)) }
    private func generalized(_ text: String) -> [UInt8] { DER.element([0x18], Array(text.utf8)) }

    func testKnownTimes() throws {
        XCTAssertEqual(try time(utc("700101000000Z")).timeIntervalSince1970, 0)
        XCTAssertEqual(try time(utc("200318183253Z")).timeIntervalSince1970, 1_584_556_373)
        XCTAssertEqual(try time(utc("000229235959Z")).timeIntervalSince1970, 951_868_799)
        XCTAssertEqual(try time(utc("500101000000Z")).timeIntervalSince1970, -631_152_000)
        XCTAssertEqual(try time(utc("491231235959Z")).timeIntervalSince1970, 2_524_607_999)
        XCTAssertEqual(try time(generalized("20500101000000Z")).timeIntervalSince1970, 2_524_608_000)
        XCTAssertEqual(try time(generalized("99991231235959Z")).timeIntervalSince1970, 253_402_300_799)
    }

    /// Every day from 1950 to 2100, against Foundation's calendar by way of the tests' writer.
    func testEveryDayAgainstFoundation() throws {
        for day in stride(from: -7305, through: 47_482, by: 1) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + Double(day & 0xffff))
            XCTAssertEqual(try time(DER.time(date)), date)
        }
    }

    func testTimesThatDoNotExist() {
        for text in [
            "210229000000Z", "200230000000Z", "200431000000Z", "200001000000Z", "201301000000Z", "200100000000Z",
            "200132000000Z", "200101240000Z", "200101006000Z", "200101000060Z",
        ] { assertRefused(.malformedCertificate, text) { try time(utc(text)) } }
        assertRefused(.malformedCertificate) { try time(generalized("21000229000000Z")) }
        XCTAssertNoThrow(try time(generalized("24000229000000Z")))
    }

    func testOtherForms() {
        for text in [
            "2003181832Z", "200318183253", "200318183253+0000", "200318183253.5Z", "20031818325 Z", "", "Z",
            "2003181832٣٣Z",
        ] { assertRefused(.malformedCertificate, text) { try time(utc(text)) } }
        for text in ["20200318183253Z", "20491231235959Z", "205001010000Z", "20500101000000.5Z", "20500101000000+0000"]
        {
            assertRefused(.malformedCertificate, text) { try time(generalized(text)) }
        }
        assertRefused(.malformedCertificate) { try time(DER.octetString("200318183253Z")) }
    }
}
