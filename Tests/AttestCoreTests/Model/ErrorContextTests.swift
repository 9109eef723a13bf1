import AttestTesting
import XCTest

@testable import AttestCore

/// What an operator reads of a refusal is short and printable, whatever the input was.
final class ErrorContextTests: XCTestCase {
    func testLongContextsAreCutOff() {
        let context = AttestError(.malformedCBOR, String(repeating: "x", count: 10_000)).context
        XCTAssertEqual(context.count, 200)
        XCTAssert(context.hasSuffix("x..."))
        let exact = String(repeating: "x", count: 200)
        XCTAssertEqual(AttestError(.malformedCBOR, exact).context, exact)
    }

    func testWhatIsNotPrintableIsEscaped() {
        XCTAssertEqual(AttestError(.malformedCBOR, "a\nb\u{1b}[31m").context, "a\\nb\\u{1B}[31m")
        let combined = AttestError(.malformedCBOR, "e" + String(repeating: "\u{301}", count: 10_000)).context
        XCTAssertLessThanOrEqual(combined.count, 200)
        XCTAssert(combined.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }

    func testLongObjectIdentifiersAreRefused() throws {
        let virtual = try Virtual()
        func object(_ byteCount: Int) throws -> [UInt8] {
            let id = "1.2." + (0..<byteCount - 1).map { _ in "5" }.joined(separator: ".")
            return try virtual.attestation { $0.leaf.extensions.append(.init(id, isCritical: true, [])) }
        }
        let longest = try object(AttestLimits.objectIdentifierBytes)
        assertRefused(.criticalExtensionUnknown, step: 1) { try virtual.validate(attestation: longest) }
        let longer = try object(AttestLimits.objectIdentifierBytes + 1)
        assertRefused(.limitExceeded) { try AttestationObject(decoding: longer) }
    }

    func testManyExtensionsAreRefused() throws {
        let virtual = try Virtual()
        func object(_ count: Int) throws -> [UInt8] {
            try virtual.attestation { draft in
                let number = count - draft.leaf.extensions.count
                draft.leaf.extensions += (0..<number).map { .init("1.2.840.113635.100.8.\(1000 + $0)", []) }
            }
        }
        XCTAssertNoThrow(try virtual.validate(attestation: object(AttestLimits.certificateExtensions)))
        assertRefused(.limitExceeded) {
            try AttestationObject(decoding: object(AttestLimits.certificateExtensions + 1))
        }
    }
}
