import AttestCore
import Foundation
import XCTest

@testable import AttestVerify

final class ChallengeTests: XCTestCase {
    private let clock = TestClock()

    private func issuer(
        _ secret: ChallengeSecret = .random(), previous: [ChallengeSecret] = [], audience: String? = nil,
        lifetimes: ChallengeLifetimes = ChallengeLifetimes(), ahead seconds: Double = 0
    ) throws -> ChallengeIssuer {
        let clock = clock
        return try ChallengeIssuer(
            secret: secret, previous: previous, audience: audience, lifetimes: lifetimes,
            clock: { clock.now.addingTimeInterval(seconds) })
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
        let challenge = try issuer().issue(for: .attestation, boundTo: .session("session"))
        XCTAssertEqual(challenge.utf8.count, 78)
        XCTAssertEqual(challenge.utf8.count, ChallengeIssuer.characterCount)
        XCTAssertNotNil(challenge.range(of: "^[A-Za-z0-9_-]+$", options: .regularExpression))
        let bytes = try XCTUnwrap(Base64.decode(challenge))
        XCTAssertEqual(bytes.count, 1 + 1 + 8 + 16 + 32)
        XCTAssertEqual(Array(bytes.prefix(2)), [2, 1])
        XCTAssertEqual(bytes[2..<10].reduce(0) { $0 << 8 | Int($1) }, 1_790_000_300)
    }

    func testEveryChallengeIsDifferent() throws {
        let issuer = try issuer()
        let challenges = try (0..<1000).map { _ in try issuer.issue(for: .assertion, boundTo: .nothing) }
        XCTAssertEqual(Set(challenges).count, 1000)
        let identifiers = try challenges.map { try issuer.open($0, for: .assertion, boundTo: .nothing).id }
        XCTAssertEqual(Set(identifiers).count, 1000)
    }

    func testPurposeAndBinding() throws {
        let issuer = try issuer()
        let challenge = try issuer.issue(for: .attestation, boundTo: .session("session"))
        XCTAssertNoThrow(try issuer.open(challenge, for: .attestation, boundTo: .session("session")))
        assertRefused(.challengePurposeMismatch) {
            try issuer.open(challenge, for: .assertion, boundTo: .session("session"))
        }
        for text in ["", "Session", "session ", "session\0", "other"] {
            assertRefused(.challengeInvalid, text) {
                try issuer.open(challenge, for: .attestation, boundTo: .session(text))
            }
        }
    }

    /// Each binding opens its own challenge and none of the others', however alike their texts are.
    func testBindingsAreToldApart() throws {
        let issuer = try issuer()
        let keyID = try KeyID(bytes: Array("32 letters, which are a key ID, ".utf8))
        let text = String(decoding: keyID.bytes, as: UTF8.self)
        let bindings: [ChallengeBinding] = [
            .nothing, .session(""), .account(""), .session("x"), .account("x"), .session("\0"), .key(keyID),
            .session(text), .account(text), .session(keyID.base64), .account(keyID.base64),
            .session("caf\u{e9}"), .account("cafe\u{301}"), .key(try KeyID(bytes: [UInt8](repeating: 0, count: 32))),
        ]
        for (index, binding) in bindings.enumerated() {
            let challenge = try issuer.issue(for: .assertion, boundTo: binding)
            for (other, presented) in bindings.enumerated() {
                if index == other {
                    XCTAssertNoThrow(try issuer.open(challenge, for: .assertion, boundTo: presented), "\(binding)")
                } else {
                    assertRefused(.challengeInvalid, "\(presented) in place of \(binding)") {
                        try issuer.open(challenge, for: .assertion, boundTo: presented)
                    }
                }
            }
        }
        let composed = try issuer.issue(for: .assertion, boundTo: .session("caf\u{e9}"))
        assertRefused(.challengeInvalid, "texts are compared as bytes") {
            try issuer.open(composed, for: .assertion, boundTo: .session("cafe\u{301}"))
        }
    }

    /// Services that share a secret refuse each other's challenges, and no byte can move between audience and binding.
    func testAudiences() throws {
        let secret = ChallengeSecret.random()
        let cases: [(audience: String?, binding: ChallengeBinding)] = [
            (nil, .nothing), ("", .nothing), ("a", .nothing), ("b", .nothing), ("A", .nothing), ("a\0", .nothing),
            (nil, .session("a")), ("", .session("a")), ("a", .session("")), ("a", .session("a")), ("aa", .session("")),
            // The bytes of a length and of what follows it, as text of an audience or of a binding.
            ("\0\0\0\0\0\0\0\u{1}a", .nothing), (nil, .session("\0\0\0\0\0\0\0\u{1}a")),
            ("a\u{1}\0\0\0\0\0\0\0\0", .nothing), ("a\u{1}\0\0\0\0\0\0\0\u{1}a", .nothing),
            // Alike if lengths were not sealed.
            ("a", .session("\0")), ("a\u{1}", .nothing), ("a\0", .session("\0")), ("a", .account("\0")),
            ("a\u{2}", .nothing),
            (nil, .session("a\0")), ("\u{1}", .nothing), ("\0", .nothing), (nil, .account("\u{1}a")),
        ]
        let issuers = try cases.map { try issuer(secret, audience: $0.audience) }
        for (index, issued) in cases.enumerated() {
            let challenge = try issuers[index].issue(for: .attestation, boundTo: issued.binding)
            for (other, presented) in cases.enumerated() {
                if index == other {
                    XCTAssertNoThrow(
                        try issuers[other].open(challenge, for: .attestation, boundTo: presented.binding), "\(issued)")
                } else {
                    assertRefused(.challengeInvalid, "\(presented) in place of \(issued)") {
                        try issuers[other].open(challenge, for: .attestation, boundTo: presented.binding)
                    }
                }
            }
        }
    }

    // MARK: The seal, computed by hand

    private func sealed(
        version: UInt8 = 2, purpose: UInt8 = 2, expiry: UInt64, rest: [UInt8] = [0, 0], secret: [UInt8]
    ) throws -> String {
        let expiryBytes = (0..<8).map { UInt8(truncatingIfNeeded: expiry >> (56 - 8 * UInt64($0))) }
        let head = [version, purpose] + expiryBytes + [UInt8](repeating: 7, count: 16)
        return Base64.encodeURLSafe(head + (try hmacSHA256(head + rest, key: secret)))
    }

    func testTheSealedBytes() throws {
        let key = [UInt8](repeating: 0x41, count: 32)
        let secret = try ChallengeSecret(bytes: key)
        func length(_ count: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, count] }
        let keyID = try KeyID(bytes: [UInt8](repeating: 9, count: 32))
        let cases: [(String?, ChallengeBinding, [UInt8])] = [
            (nil, .nothing, [0, 0]),
            ("", .nothing, [1] + length(0) + [0]),
            ("é", .session("s"), [1] + length(2) + [0xc3, 0xa9] + [1] + length(1) + [0x73]),
            (nil, .account("s"), [0, 2] + length(1) + [0x73]),
            (nil, .key(keyID), [0, 3] + length(32) + keyID.bytes),
        ]
        for (audience, binding, rest) in cases {
            let issuer = try issuer(secret, audience: audience)
            let challenge = try sealed(expiry: 1_790_000_100, rest: rest, secret: key)
            XCTAssertEqual(
                try issuer.open(challenge, for: .assertion, boundTo: binding).id.bytes,
                [UInt8](repeating: 7, count: 16), "\(binding)")
        }
    }

    /// The first version's seal had another form. None of its challenges is taken for one of this version.
    func testOtherVersions() throws {
        let key = [UInt8](repeating: 0x41, count: 32)
        let issuer = try issuer(try ChallengeSecret(bytes: key))
        for version in UInt8.min ... .max where version != 2 {
            let challenge = try sealed(version: version, expiry: 1_790_000_100, secret: key)
            assertRefused(.malformedChallenge, "\(version)") {
                try issuer.open(challenge, for: .assertion, boundTo: .nothing)
            }
        }
    }

    func testLifetime() throws {
        let issuer = try issuer()
        let challenge = try issuer.issue(for: .assertion, boundTo: .nothing)
        clock.advance(by: 299.9)
        XCTAssertNoThrow(try issuer.open(challenge, for: .assertion, boundTo: .nothing))
        clock.advance(by: 0.1)
        assertRefused(.challengeExpired) { try issuer.open(challenge, for: .assertion, boundTo: .nothing) }
    }

    func testLifetimesOfEachPurpose() throws {
        let lifetimes = ChallengeLifetimes(attestation: .seconds(600), assertion: .seconds(30))
        let issuer = try issuer(lifetimes: lifetimes)
        let attestation = try issuer.issue(for: .attestation, boundTo: .nothing)
        let assertion = try issuer.issue(for: .assertion, boundTo: .nothing)
        clock.advance(by: 29.9)
        XCTAssertNoThrow(try issuer.open(assertion, for: .assertion, boundTo: .nothing))
        clock.advance(by: 0.1)
        assertRefused(.challengeExpired) { try issuer.open(assertion, for: .assertion, boundTo: .nothing) }
        clock.advance(by: 569.9)
        XCTAssertNoThrow(try issuer.open(attestation, for: .attestation, boundTo: .nothing))
        clock.advance(by: 0.1)
        assertRefused(.challengeExpired) { try issuer.open(attestation, for: .attestation, boundTo: .nothing) }

        XCTAssertEqual(
            ChallengeLifetimes(), ChallengeLifetimes(attestation: .seconds(300), assertion: .seconds(300)))
        for lifetime in [
            Duration.zero, .seconds(-1), .milliseconds(999), .seconds(86_401), .seconds(Int64.max), .seconds(Int64.min),
        ] {
            for lifetimes in [ChallengeLifetimes(attestation: lifetime), ChallengeLifetimes(assertion: lifetime)] {
                XCTAssertThrowsError(try self.issuer(lifetimes: lifetimes)) {
                    XCTAssertEqual(($0 as? AttestError)?.code, .invalidConfiguration)
                }
            }
        }
    }

    // MARK: Expiries that no issuer like this gives

    /// An issuer whose clock is ahead, or whose lifetimes are longer, makes challenges that would live too long.
    func testChallengesThatExpireTooLate() throws {
        let secret = ChallengeSecret.random()
        let here = try issuer(secret)
        for (seconds, isAccepted) in [(0, true), (60, true), (61, false), (3600, false), (1e9, false)]
            as [(Double, Bool)]
        {
            let challenge = try issuer(secret, ahead: seconds).issue(for: .assertion, boundTo: .nothing)
            if isAccepted {
                XCTAssertNoThrow(try here.open(challenge, for: .assertion, boundTo: .nothing), "\(seconds)")
            } else {
                assertRefused(.challengeInvalid, "\(seconds)") {
                    try here.open(challenge, for: .assertion, boundTo: .nothing)
                }
            }
        }
        // Each purpose has a limit of its own.
        let lifetimes = ChallengeLifetimes(attestation: .seconds(600), assertion: .seconds(60))
        let long = try issuer(
            secret, lifetimes: ChallengeLifetimes(attestation: .seconds(600), assertion: .seconds(600)))
        let short = try issuer(secret, lifetimes: lifetimes)
        let attestation = try long.issue(for: .attestation, boundTo: .nothing)
        XCTAssertNoThrow(try short.open(attestation, for: .attestation, boundTo: .nothing))
        let assertion = try long.issue(for: .assertion, boundTo: .nothing)
        assertRefused(.challengeInvalid) { try short.open(assertion, for: .assertion, boundTo: .nothing) }
        clock.advance(by: 480)
        XCTAssertNoThrow(try short.open(assertion, for: .assertion, boundTo: .nothing))
    }

    /// What is remembered of an opened challenge never reaches further than its purpose's lifetime and two minutes.
    func testExtremeExpiries() throws {
        let key = [UInt8](repeating: 0x41, count: 32)
        let issuer = try issuer(try ChallengeSecret(bytes: key))
        for (expiry, code): (UInt64, AttestError.Code?) in [
            (.max, .challengeInvalid), (.max - 1, .challengeInvalid), (1 << 63, .challengeInvalid),
            (1 << 53, .challengeInvalid), (1_790_000_361, .challengeInvalid), (1_790_000_360, nil),
            (1_790_000_001, nil), (1_790_000_000, .challengeExpired), (1, .challengeExpired), (0, .challengeExpired),
        ] {
            let challenge = try sealed(expiry: expiry, secret: key)
            if let code {
                assertRefused(code, "\(expiry)") { try issuer.open(challenge, for: .assertion, boundTo: .nothing) }
            } else {
                let opened = try issuer.open(challenge, for: .assertion, boundTo: .nothing)
                XCTAssertEqual(opened.expiry.timeIntervalSince1970, Double(expiry))
                XCTAssertLessThanOrEqual(opened.rememberedUntil.timeIntervalSince(clock.now), 300 + 60 + 60)
            }
        }
        // The seal comes first: without one, nothing tells which expiry was wrong.
        let forged = try sealed(expiry: .max, secret: [UInt8](repeating: 0x42, count: 32))
        assertRefused(.challengeInvalid) { try issuer.open(forged, for: .assertion, boundTo: .nothing) }
        let other = try sealed(purpose: 1, expiry: .max, secret: key)
        assertRefused(.challengePurposeMismatch) { try issuer.open(other, for: .assertion, boundTo: .nothing) }
    }

    /// A clock that shows no time is an error of the server's, and neither a trap nor a challenge that lives for ever.
    func testClocksOutOfRange() throws {
        let secret = ChallengeSecret.random()
        let challenge = try issuer(secret).issue(for: .assertion, boundTo: .nothing)
        for seconds in [
            .nan, .signalingNaN, .infinity, -.infinity, -1, -0.001, .greatestFiniteMagnitude, 0x1p53, 0x1p64, 0x1p63,
            -.greatestFiniteMagnitude,
        ] as [Double] {
            let broken = try ChallengeIssuer(secret: secret, clock: { Date(timeIntervalSince1970: seconds) })
            for body in [
                { _ = try broken.issue(for: .assertion, boundTo: .nothing) },
                { _ = try broken.open(challenge, for: .assertion, boundTo: .nothing) },
            ] {
                XCTAssertThrowsError(try body(), "\(seconds)") {
                    XCTAssertEqual(($0 as? AttestError)?.code, .invalidConfiguration, "\($0)")
                }
            }
        }
        for seconds in [0, 0.5, 0x1p53 - 2] as [Double] {
            let early = try ChallengeIssuer(secret: secret, clock: { Date(timeIntervalSince1970: seconds) })
            let own = try early.issue(for: .assertion, boundTo: .nothing)
            XCTAssertNoThrow(try early.open(own, for: .assertion, boundTo: .nothing), "\(seconds)")
        }
    }

    func testEveryBitIsSealed() throws {
        let issuer = try issuer()
        let bytes = try XCTUnwrap(Base64.decode(issuer.issue(for: .assertion, boundTo: .session("session"))))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                assertRefused(index == 0 ? .malformedChallenge : .challengeInvalid, "\(index)") {
                    try issuer.open(Base64.encodeURLSafe(changed), for: .assertion, boundTo: .session("session"))
                }
            }
        }
    }

    func testOtherTexts() throws {
        let issuer = try issuer()
        let challenge = try issuer.issue(for: .assertion, boundTo: .nothing)
        for text in [
            "", " ", challenge.dropLast().description, challenge + "A", challenge + "==", " " + challenge.dropFirst(),
            String(repeating: "A", count: 78), String(repeating: "é", count: 39),
            String(repeating: "A", count: 1_000_000),
            challenge.dropLast() + "\n",
        ] {
            assertRefused(.malformedChallenge, text.prefix(80).description) {
                try issuer.open(text, for: .assertion, boundTo: .nothing)
            }
        }
    }

    func testRotation() throws {
        let (old, new) = (ChallengeSecret.random(), ChallengeSecret.random())
        let issued = try issuer(old).issue(for: .assertion, boundTo: .nothing)
        XCTAssertNoThrow(try issuer(new, previous: [old]).open(issued, for: .assertion, boundTo: .nothing))
        assertRefused(.challengeInvalid) { try issuer(new).open(issued, for: .assertion, boundTo: .nothing) }
        let fresh = try issuer(new, previous: [old]).issue(for: .assertion, boundTo: .nothing)
        XCTAssertNoThrow(
            try issuer(new).open(fresh, for: .assertion, boundTo: .nothing), "new ones are sealed with the new secret")
        assertRefused(.challengeInvalid) { try issuer(old).open(fresh, for: .assertion, boundTo: .nothing) }
    }

    func testSecrets() throws {
        XCTAssertThrowsError(try ChallengeSecret(bytes: [UInt8](repeating: 1, count: 31)))
        let secret = try ChallengeSecret(bytes: [UInt8](repeating: 0x41, count: 32))
        let shared = try issuer(secret).issue(for: .assertion, boundTo: .nothing)
        let same = try ChallengeSecret(bytes: [UInt8](repeating: 0x41, count: 32))
        XCTAssertNoThrow(try issuer(same).open(shared, for: .assertion, boundTo: .nothing))
        for text in [
            "\(secret)", String(reflecting: secret), "\(String(describing: secret)) \(dump(secret, to: &sink))",
        ] {
            XCTAssertFalse(text.contains("65") || text.contains("AAAA"), text)
        }
        XCTAssertFalse(sink.contains("65"), sink)
    }

    private var sink = ""
}
