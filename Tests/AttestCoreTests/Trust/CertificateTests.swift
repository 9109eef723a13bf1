import AttestTesting
import XCTest

@testable import AttestCore

/// Reading of single certificates, genuine and hostile.
final class CertificateTests: XCTestCase {
    private func genuineLeaf() throws -> [UInt8] {
        Array(try AttestationObject(decoding: AppleSample.of2026().object).chain.leaf.der)
    }

    func testGenuineLeaf() throws {
        let leaf = try Certificate(der: genuineLeaf()[...])
        XCTAssertEqual(leaf.serialNumber, bytes("019db13f0b4e"))
        XCTAssertEqual(leaf.issuerCommonName, "Apple App Attestation CA 1")
        XCTAssertEqual(leaf.subjectCommonName, "ce0498f58483fbb4da0d7b2c63a5a538f552d4adcb9a4fa916195c49613e655d")
        XCTAssertEqual(leaf.signatureAlgorithm, .ecdsaWithSHA256)
        XCTAssertFalse(leaf.isSelfIssued)
        XCTAssertFalse(leaf.extensions.isCA)
        XCTAssertEqual(leaf.extensions.keyUsage.rawValue, 0xf0)
        XCTAssertEqual(
            leaf.extensionIDs.map(\.description),
            [
                "2.5.29.19", "2.5.29.15", "2.5.29.37", "1.2.840.113635.100.8.5", "1.2.840.113635.100.8.7",
                "1.2.840.113635.100.8.2", "1.2.840.113635.100.8.6",
            ])
    }

    func testGenuineIntermediate() throws {
        let chain = try AttestationObject(decoding: AppleSample.of2026().object).chain
        XCTAssertEqual(chain.issuers.count, 1)
        XCTAssertEqual(chain.issuers[0].byteCount, 583)
        XCTAssertEqual(chain.issuers[0].signatureAlgorithm, .ecdsaWithSHA384)
        XCTAssertTrue(chain.issuers[0].extensions.isCA)
        XCTAssertTrue(chain.issuers[0].extensions.keyUsage.contains(.keyCertSign))
    }

    func testEveryTruncation() throws {
        let leaf = try genuineLeaf()
        for count in 0..<leaf.count {
            assertRefused(.malformedCertificate, "\(count)") { try Certificate(der: leaf.prefix(count)) }
        }
        assertRefused(.malformedCertificate) { try Certificate(der: (leaf + [0])[...]) }
        assertRefused(.limitExceeded) { try Certificate(der: [UInt8](repeating: 0x30, count: 4097)[...]) }
    }

    /// Every bit flipped, and every byte replaced by each of some that matter: a value or an error, never a trap.
    func testEveryChangedByteIsReadOrRefused() throws {
        let leaf = try genuineLeaf()
        for index in leaf.indices {
            for byte in (0..<8).map({ leaf[index] ^ 1 << $0 }) + [0x00, 0x1f, 0x30, 0x7f, 0x80, 0x84, 0xa0, 0xbf, 0xff]
            {
                var changed = leaf
                changed[index] = byte
                do {
                    let certificate = try Certificate(der: changed[...])
                    _ = certificate.subjectCommonName
                    _ = try? CredentialCertificate(certificate).nonce()
                    _ = try? CredentialCertificate(certificate).accessPolicy()
                    _ = CredentialCertificate(certificate).operatingSystem
                } catch {
                    XCTAssert([.malformedCertificate, .limitExceeded].contains(error.code), "\(error)")
                }
            }
        }
    }

    private func leaf(_ edit: (inout CertificateTemplate) -> Void) throws -> [UInt8] {
        let key = try SigningKey(.p384)
        var template = try TestAuthority.intermediateTemplate(key, under: key)
        edit(&template)
        return try template.signed(by: key, digest: .sha384)
    }

    private func assertMalformed(
        _ message: String = "", file: StaticString = #filePath, line: UInt = #line,
        _ edit: (inout CertificateTemplate) -> Void
    ) throws {
        let certificate = try leaf(edit)
        assertRefused(.malformedCertificate, message, file: file, line: line) { try Certificate(der: certificate[...]) }
    }

    func testFieldsThatAreRefused() throws {
        XCTAssertNoThrow(try Certificate(der: leaf { _ in }[...]))
        for version: UInt8 in [0, 1, 3] { try assertMalformed("version") { $0.version = version } }
        try assertMalformed("names") { $0.issuer = DER.octetString("name") }
        try assertMalformed("key") { $0.spki = DER.octetString("key") }
        try assertMalformed("an extension twice") { $0.extensions.append($0.extensions[0]) }
        let basicConstraints = CertificateTemplate.Extension.basicConstraintsID
        for value in [
            [], DER.sequence(DER.boolean(false)), DER.sequence(DER.integer(0)),
            DER.sequence(DER.boolean(true), DER.boolean(true)),
            DER.sequence(DER.boolean(true), DER.element([0x02], [0xff])), DER.sequence(DER.element([0x01], [0x01])),
            DER.sequence(DER.boolean(true), DER.integer([1, 0])), DER.sequence() + [0],
        ] as [[UInt8]] {
            try assertMalformed("\(value)") { $0[id: basicConstraints]?.value = value }
        }
        let keyUsage = CertificateTemplate.Extension.keyUsageID
        for value in [
            [], DER.bitString([]), DER.bitString([0x80], unusedBits: 0), DER.bitString([0x80], unusedBits: 6),
            DER.bitString([0x80], unusedBits: 8), DER.bitString([0x00], unusedBits: 7), DER.bitString([0x06, 0x00]),
            DER.bitString([1, 1, 1]), DER.octetString([0x80]),
        ] as [[UInt8]] {
            try assertMalformed("\(value)") { $0[id: keyUsage]?.value = value }
        }
        XCTAssertNoThrow(
            try Certificate(der: leaf { $0[id: keyUsage]?.value = DER.bitString([0x06, 0x80], unusedBits: 7) }[...]))
    }
}
