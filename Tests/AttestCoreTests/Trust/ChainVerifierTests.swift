import AttestTesting
import Foundation
import XCTest

@testable import AttestCore

/// What a verifier remembers, and what it does not.
///
/// That all refusals are the same with and without it, `Virtual` checks in every test of attestations.
final class ChainVerifierTests: XCTestCase {
    private func verifier(of authority: TestAuthority) throws -> ChainVerifier {
        ChainVerifier(anchors: try authority.anchors.parsed())
    }

    private func chain(
        under authority: TestAuthority, _ edit: (inout AttestationDraft) throws -> Void = { _ in }
    ) throws -> CertificateChain {
        let profile = try DeviceProfile(.iOS27, appID: Virtual.appID, environment: .production)
        let device = VirtualDevice(profile: profile, authority: authority, clock: { Virtual.now })
        var draft = try device.attestationDraft(device.generateKey(), clientDataHash: Virtual.hash.get())
        try edit(&draft)
        return try AttestationObject(decoding: draft.assembled(clientDataHash: Virtual.hash.get())).chain
    }

    func testIssuersAreRememberedByTheirBytes() throws {
        let authority = try Virtual.authority.get()
        let verifier = try verifier(of: authority)
        for _ in 0..<3 { _ = try verifier.anchors(of: chain(under: authority)) }
        XCTAssertEqual(verifier.known.encodings, [[authority.intermediate]])
        // The same names and key, but another certificate: ECDSA signatures are never the same.
        let again = try TestAuthority.intermediateTemplate(authority.intermediateKey, under: authority.rootKey)
            .signed(by: authority.rootKey, digest: .sha384)
        _ = try verifier.anchors(of: chain(under: authority) { $0.issuers = [again] })
        XCTAssertEqual(verifier.known.encodings, [[authority.intermediate], [again]])
    }

    func testOneVerifierKnowsNothingOfAnother() throws {
        let authority = try Virtual.authority.get()
        let chain = try chain(under: authority)
        _ = try verifier(of: authority).anchors(of: chain)
        let other = try verifier(of: TestAuthority())
        assertRefused(.chainUntrusted) { try other.anchors(of: chain) }
        XCTAssertEqual(other.known.encodings.count, 0)
    }

    func testFewIssuersAreRemembered() throws {
        let authority = try Virtual.authority.get()
        let verifier = try verifier(of: authority)
        for number in 0..<AttestLimits.knownIssuers + 2 {
            var template = try TestAuthority.intermediateTemplate(
                authority.intermediateKey, under: authority.rootKey)
            template.serialNumber = [1, UInt8(number)]
            let issuer = try template.signed(by: authority.rootKey, digest: .sha384)
            _ = try verifier.anchors(of: chain(under: authority) { $0.issuers = [issuer] })
            XCTAssertEqual(verifier.known.encodings.last, [issuer])
        }
        XCTAssertEqual(verifier.known.encodings.count, AttestLimits.knownIssuers)
    }

    /// Of one intermediate anybody can make a twin; with as many as can be made, other issuers stay remembered.
    func testTwinsDoNotPushOutOthers() throws {
        let authority = try Virtual.authority.get()
        let verifier = try verifier(of: authority)
        func verify(_ issuers: [[UInt8]]) throws {
            _ = try verifier.anchors(of: chain(under: authority) { $0.issuers = issuers })
        }
        var others: [[UInt8]] = []
        for number in 0..<AttestLimits.knownIssuers - 1 {
            var template = try TestAuthority.intermediateTemplate(authority.intermediateKey, under: authority.rootKey)
            template.serialNumber = [1, UInt8(number)]
            others.append(try template.signed(by: authority.rootKey, digest: .sha384))
            try verify([others[number]])
        }
        let template = try TestAuthority.intermediateTemplate(authority.intermediateKey, under: authority.rootKey)
        let signed = try template.signed(by: authority.rootKey, digest: .sha384)
        let certificate = try Certificate(der: signed[...])
        let twin = DER.sequence(
            Array(certificate.toBeSigned), DER.sequence(DER.objectIdentifier("1.2.840.10045.4.3.3")),
            DER.bitString(negatedS(Array(certificate.signature), on: .p384)))
        XCTAssertNotEqual(twin, signed)
        for _ in 0..<5 {
            try verify([signed])
            try verify([twin])
            // A new signature each time, as only the authority itself can make: the third of a kind takes a place of the kind.
            try verify([template.signed(by: authority.rootKey, digest: .sha384)])
        }
        XCTAssertEqual(verifier.known.encodings.count, AttestLimits.knownIssuers)
        XCTAssert(Set(others.map { [$0] }).isSubset(of: verifier.known.encodings))
    }

    func testTheLeastRecentlyUsedIssuersAreForgotten() throws {
        let authority = try Virtual.authority.get()
        let verifier = try verifier(of: authority)
        func verify(_ number: Int) throws {
            var template = try TestAuthority.intermediateTemplate(authority.intermediateKey, under: authority.rootKey)
            template.serialNumber = [1, UInt8(number)]
            let issuer = try template.signed(by: authority.rootKey, digest: .sha384)
            _ = try verifier.anchors(of: chain(under: authority) { $0.issuers = [issuer] })
        }
        let first = [authority.intermediate]
        for number in 0..<AttestLimits.knownIssuers * 2 {
            _ = try verifier.anchors(of: chain(under: authority))
            try verify(number)
        }
        XCTAssert(verifier.known.encodings.contains(first), "used all the time, and forgotten")
    }

    func testIssuersThatConstrainNamesAreNotRemembered() throws {
        let authority = try Virtual.authority.get()
        let verifier = try verifier(of: authority)
        // Excludes DNS names, which the leaf has none of.
        let excluded = DER.element([0xa1], DER.sequence(DER.element([0x82], Array("example.com".utf8))))
        var template = try TestAuthority.intermediateTemplate(authority.intermediateKey, under: authority.rootKey)
        template.extensions.append(.init("2.5.29.30", DER.sequence(excluded)))
        let issuer = try template.signed(by: authority.rootKey, digest: .sha384)
        _ = try verifier.anchors(of: chain(under: authority) { $0.issuers = [issuer] })
        XCTAssertEqual(verifier.known.encodings.count, 0)
    }

    func testLeavesOfAnotherFormAreNotOrdinary() throws {
        let authority = try Virtual.authority.get()
        let identifier = DER.sequence(DER.element([0x80], Array(repeating: 7, count: 20)))
        func isOrdinary(_ edit: (inout CertificateTemplate) throws -> Void) throws -> Bool {
            let chain = try chain(under: authority) { try edit(&$0.leaf) }
            return chain.leaf.matchesAppleLeafProfile(of: try XCTUnwrap(chain.issuers.first))
        }
        XCTAssertTrue(try isOrdinary { _ in })
        XCTAssertTrue(try isOrdinary { $0.extensions.append(.init("1.2.840.113635.100.8.99", [0xff])) })
        XCTAssertFalse(try isOrdinary { $0.extensions.append(.init("2.5.29.35", identifier)) }, "a key identifier")
        XCTAssertFalse(try isOrdinary { $0.extensions.append(.init("2.5.29.17", [0x30, 0x00])) }, "names")
        XCTAssertFalse(try isOrdinary { $0.extensions.append(.init("1.2.3.4", [])) }, "an extension of another arc")
        XCTAssertFalse(try isOrdinary { $0[id: "2.5.29.37"]?.value = [0x30, 0x00] }, "an empty list")
        XCTAssertFalse(try isOrdinary { $0[id: "2.5.29.37"]?.value = [0x05, 0x00] }, "no list")
        XCTAssertFalse(try isOrdinary { $0.issuer = TestAuthority.name("Another CA") }, "another issuer")
        XCTAssertFalse(
            try isOrdinary { $0.subject = TestAuthority.name("TEST  App Attestation CA 1") },
            "the issuer's name, as OpenSSL compares names")
        XCTAssertFalse(
            try isOrdinary {
                let attribute = DER.sequence(DER.objectIdentifier("2.5.4.3"), DER.element([0x0c], [0xff]))
                $0.subject = DER.sequence(DER.set(attribute))
            }, "a name that is not UTF-8")
    }

    func testManyThreadsAtOnce() throws {
        let authority = try Virtual.authority.get()
        let verifier = try verifier(of: authority)
        let good = try chain(under: authority)
        let forged = try chain(under: authority) { $0.issuerKey = authority.rootKey }
        let codes = Locked<[AttestError.Code?]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            let code: AttestError.Code?
            do throws(AttestError) {
                _ = try verifier.anchors(of: number % 2 == 0 ? good : forged)
                code = nil
            } catch {
                code = error.code
            }
            codes.withLock { $0.append(code) }
        }
        let all = codes.withLock { $0 }
        XCTAssertEqual(all.count { $0 == nil }, 8)
        XCTAssertEqual(all.count { $0 == .certificateSignatureInvalid }, 8)
        XCTAssertEqual(verifier.known.encodings.count, 1)
    }
}
