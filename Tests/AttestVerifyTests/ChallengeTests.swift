import AttestCore
import Foundation
import XCTest

@testable import AttestVerify

final class ChallengeTests: XCTestCase {
    private let clock = TestClock()

    private func issuer(
        _ secret: ChallengeSecret = .random(), previous: [ChallengeSecret] = [], lifetime: Duration = .seconds(300)
    ) throws -> ChallengeIssuer {
        let clock = clock
        return try ChallengeIssuer(secret: secret, previous: previous, lifetime: lifetime, clock: { clock.now })
    }

    private func assertRefused(
        _ code: AttestError.Code, _ message: String = "", file: StaticString = #filePath, line: UInt = #line,
        _ body: () throws -> OpenedChallenge
    ) {
        XCTAssertThrowsError(try body(), message, file: file, line: line) {
            XCTAssertEqual(($0 as? AttestError)?.code, code, "\($0) \(message)", file: file, line: line)
        }
    }

    func testForm() throws {
        let challenge = try issuer().issue(for: .attestation, boundTo: "session")
        XCTAssertEqual(challenge.utf8.count, 78)
        XCTAssertEqual(challenge.utf8.count, ChallengeIssuer.characterCount)
        XCTAssertNotNil(challenge.range(of: "^[A-Za-z0-9_-]+$", options: .regularExpression))
        let bytes = try XCTUnwrap(Base64.decode(challenge))
        XCTAssertEqual(bytes.count, 1 + 1 + 8 + 16 + 32)
        XCTAssertEqual(Array(bytes.prefix(2)), [1, 1])
        XCTAssertEqual(bytes[2..<10].reduce(0) { $0 << 8 | Int($1) }, 1_790_000_300)
    }

    func testEveryChallengeIsDifferent() throws {
        let issuer = try issuer()
        let challenges = try (0..<1000).map { _ in try issuer.issue(for: .assertion, boundTo: nil) }
        XCTAssertEqual(Set(challenges).count, 1000)
        let identifiers = try challenges.map { try issuer.open($0, for: .assertion, boundTo: nil).id }
        XCTAssertEqual(Set(identifiers).count, 1000)
    }

    func testPurposeAndBinding() throws {
        let issuer = try issuer()
        let challenge = try issuer.issue(for: .attestation, boundTo: "session")
        XCTAssertNoThrow(try issuer.open(challenge, for: .attestation, boundTo: "session"))
        assertRefused(.challengePurposeMismatch) { try issuer.open(challenge, for: .assertion, boundTo: "session") }
        for binding in [nil, "", "Session", "session ", "session\0", "other"] {
            assertRefused(.challengeInvalid) { try issuer.open(challenge, for: .attestation, boundTo: binding) }
        }
        let unbound = try issuer.issue(for: .attestation, boundTo: nil)
        XCTAssertNoThrow(try issuer.open(unbound, for: .attestation, boundTo: nil))
        assertRefused(.challengeInvalid, "nothing is not the empty text") {
            try issuer.open(unbound, for: .attestation, boundTo: "")
        }
    }

    func testLifetime() throws {
        let issuer = try issuer()
        let challenge = try issuer.issue(for: .assertion, boundTo: nil)
        clock.advance(by: 299.9)
        XCTAssertNoThrow(try issuer.open(challenge, for: .assertion, boundTo: nil))
        clock.advance(by: 0.1)
        assertRefused(.challengeExpired) { try issuer.open(challenge, for: .assertion, boundTo: nil) }
        for lifetime in [Duration.zero, .seconds(-1), .milliseconds(999), .seconds(86_401), .seconds(Int64.max)] {
            XCTAssertThrowsError(try self.issuer(lifetime: lifetime))
        }
    }

    func testEveryBitIsSealed() throws {
        let issuer = try issuer()
        let bytes = try XCTUnwrap(Base64.decode(issuer.issue(for: .assertion, boundTo: "session")))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                assertRefused(index == 0 ? .malformedChallenge : .challengeInvalid, "\(index)") {
                    try issuer.open(Base64.encodeURLSafe(changed), for: .assertion, boundTo: "session")
                }
            }
        }
    }

    func testOtherTexts() throws {
        let issuer = try issuer()
        let challenge = try issuer.issue(for: .assertion, boundTo: nil)
        for text in [
            "", " ", challenge.dropLast().description, challenge + "A", challenge + "==", " " + challenge.dropFirst(),
            String(repeating: "A", count: 78), String(repeating: "é", count: 39),
            String(repeating: "A", count: 1_000_000),
            challenge.dropLast() + "\n",
        ] {
            assertRefused(.malformedChallenge, text.prefix(80).description) {
                try issuer.open(text, for: .assertion, boundTo: nil)
            }
        }
    }

    func testRotation() throws {
        let (old, new) = (ChallengeSecret.random(), ChallengeSecret.random())
        let issued = try issuer(old).issue(for: .assertion, boundTo: nil)
        XCTAssertNoThrow(try issuer(new, previous: [old]).open(issued, for: .assertion, boundTo: nil))
        assertRefused(.challengeInvalid) { try issuer(new).open(issued, for: .assertion, boundTo: nil) }
        let fresh = try issuer(new, previous: [old]).issue(for: .assertion, boundTo: nil)
        XCTAssertNoThrow(
            try issuer(new).open(fresh, for: .assertion, boundTo: nil), "new ones are sealed with the new secret")
        assertRefused(.challengeInvalid) { try issuer(old).open(fresh, for: .assertion, boundTo: nil) }
    }

    func testSecrets() throws {
        XCTAssertThrowsError(try ChallengeSecret(bytes: [UInt8](repeating: 1, count: 31)))
        let secret = try ChallengeSecret(bytes: [UInt8](repeating: 0x41, count: 32))
        let shared = try issuer(secret).issue(for: .assertion, boundTo: nil)
        let same = try ChallengeSecret(bytes: [UInt8](repeating: 0x41, count: 32))
        XCTAssertNoThrow(try issuer(same).open(shared, for: .assertion, boundTo: nil))
        for text in [
            "\(secret)", String(reflecting: secret), "\(String(describing: secret)) \(dump(secret, to: &sink))",
        ] {
            XCTAssertFalse(text.contains("65") || text.contains("AAAA"), text)
        }
        XCTAssertFalse(sink.contains("65"), sink)
    }

    private var sink = ""
}
