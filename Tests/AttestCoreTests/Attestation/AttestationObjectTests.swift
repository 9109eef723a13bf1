import AttestCore
import AttestTesting
import Foundation
import XCTest

/// The members of an attestation object: which must be there, and which change nothing.
final class AttestationObjectTests: XCTestCase {
    func testMissingAndMistypedMembers() throws {
        let virtual = try Virtual()
        for name in ["fmt", "attStmt", "authData"] {
            let missing = try virtual.attestation { $0.editMembers = { members in members.removeAll { $0.0 == name } } }
            assertRefused(.malformedAttestationObject, name) { try AttestationObject(decoding: missing) }
            for value in [[0xf6], [0x00], [0x80], [0xa0], [0x40], [0x60]] as [[UInt8]] {
                let other = try virtual.attestation {
                    $0.editMembers = { members in
                        members = members.map { $0.0 == name ? (name, value) : $0 }
                    }
                }
                XCTAssertThrowsError(try virtual.validate(attestation: other), "\(name) \(value)")
            }
        }
        for object in [[0x80], [0xa0], [0x00], [0x40]] as [[UInt8]] {
            assertRefused(.malformedAttestationObject) { try AttestationObject(decoding: object) }
        }
        assertRefused(.malformedCBOR) { try AttestationObject(decoding: [UInt8]()) }
    }

    func testStatementMembers() throws {
        let virtual = try Virtual()
        func statement(_ bytes: [UInt8]) throws -> [UInt8] {
            try virtual.attestation {
                $0.editMembers = { members in members = members.map { $0.0 == "attStmt" ? ("attStmt", bytes) : $0 } }
            }
        }
        let chain = CBORValue.array([.bytes([1]), .bytes([2])]).encoded
        for (bytes, code) in [
            (CBORValue.encodedMap([]), .malformedAttestationObject),
            (CBORValue.encodedMap([("x5c", [0x80])]), .malformedAttestationObject),
            (CBORValue.encodedMap([("x5c", CBORValue.array([.bytes([1])]).encoded)]), .malformedAttestationObject),
            (
                CBORValue.encodedMap([("x5c", CBORValue.array([.text("a"), .bytes([])]).encoded)]),
                .malformedAttestationObject
            ),
            (CBORValue.encodedMap([("x5c", chain)]), .malformedCertificate),
            (
                CBORValue.encodedMap([("x5c", CBORValue.array(Array(repeating: .bytes([1]), count: 6)).encoded)]),
                .limitExceeded
            ),
            (
                CBORValue.encodedMap([
                    ("x5c", CBORValue.array([.bytes([UInt8](repeating: 0, count: 4097)[...]), .bytes([])]).encoded)
                ]), .limitExceeded
            ),
        ] as [([UInt8], AttestError.Code)] {
            assertRefused(code) { try AttestationObject(decoding: statement(bytes)) }
        }
        let receiptAsText = try virtual.attestation { draft in
            draft.editObject = { object in
                // The head of the receipt's byte string becomes that of a text string.
                let name = Array("receipt".utf8)
                let start = object.indices.first { object[$0...].starts(with: name) } ?? 0
                object[start + name.count] = object[start + name.count] & 0x1f | 0x60
            }
        }
        XCTAssertThrowsError(try AttestationObject(decoding: receiptAsText))
    }

    func testMissingReceiptIsAccepted() throws {
        let virtual = try Virtual()
        let object = try virtual.attestation { $0.receipt = nil }
        XCTAssertNil(try virtual.validate(attestation: object).receipt)
        XCTAssertNotNil(try virtual.validate(attestation: virtual.attestation()).receipt)
    }

    func testUnknownMembersAreIgnored() throws {
        let virtual = try Virtual()
        // Before, between and behind the known members; also with names and contents that resemble theirs.
        let strangers: [(String, [UInt8])] = [
            ("cdHash", [0x40]), ("AuthData", [0x42, 1, 2]), ("authdata", [0x41, 1]), ("", [0xf9, 0x3e, 0x00]),
            ("zz", [0xa0]),
        ]
        for position in 0...3 {
            let object = try virtual.attestation {
                $0.editMembers = { $0.insert(contentsOf: strangers, at: position) }
            }
            XCTAssertEqual(try AttestationObject(decoding: object).otherMembers, strangers.map(\.0))
            XCTAssertEqual(try virtual.validate(attestation: object).keyID, virtual.keyID)
        }
    }

    func testASecondAuthDataIsRefused() throws {
        // Two readers could take one each: the certified one, and the one that is acted upon.
        let virtual = try Virtual()
        for position in 0...3 {
            let object = try virtual.attestation { draft in
                draft.editMembers = { members in
                    guard let authData = members.last else { return }
                    members.insert(authData, at: position)
                }
            }
            assertRefused(.malformedCBOR) { try AttestationObject(decoding: object) }
        }
    }

    func testSizeLimit() throws {
        let limit = AttestLimits.attestationObjectBytes
        assertRefused(.objectTooLarge) { try AttestationObject(decoding: [UInt8](repeating: 0xa0, count: limit + 1)) }
        assertRefused(.malformedCBOR) { try AttestationObject(decoding: [UInt8](repeating: 0xa0, count: limit)) }
        assertRefused(.objectTooLarge) { try AttestationObject(decoding: repeatElement(0, count: 1 << 40)) }
    }

    func testAnyCollectionOfBytes() throws {
        let sample = try AppleSample.of2026()
        XCTAssertEqual(try AttestationObject(decoding: Data(sample.object)).format, "apple-appattest")
        XCTAssertEqual(try AttestationObject(decoding: ([0] + sample.object).dropFirst()).format, "apple-appattest")
    }
}
