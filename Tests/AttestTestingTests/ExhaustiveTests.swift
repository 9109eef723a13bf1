import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// Every bit, every length and every longer form of each profile's objects: refused, but for what nobody signs.
final class ExhaustiveTests: XCTestCase {
    private static let authority = Result { try TestAuthority() }

    override func setUpWithError() throws {
        try XCTSkipUnless(
            ProcessInfo.processInfo.environment["ATTEST_EXHAUSTIVE"] != nil, "it takes long: set ATTEST_EXHAUSTIVE")
    }

    /// What can be changed without a refusal, because no signature covers it, by the place in the object.
    private struct UnsignedRanges {
        let ranges: [Range<Int>]

        /// The receipt with its name, whose only protection is its own signature; and members that are ignored.
        init(attestation object: [UInt8]) throws {
            let members = CBORHeads(object).members
            var ranges = members.filter { $0.name == "cdHash" }.map(\.range)
            let name = Array("receipt".utf8)
            let start = try XCTUnwrap(object.indices.first { object[$0...].starts(with: name) }) - 1
            let statement = try XCTUnwrap(members.first { $0.name == "attStmt" })
            ranges.append(start..<statement.range.upperBound)
            self.ranges = ranges
        }

        init(assertion object: [UInt8]) {
            ranges = CBORHeads(object).members.filter { $0.name == "cdHash" }.map(\.range)
        }

        func contains(_ index: Int) -> Bool { ranges.contains { $0.contains(index) } }
    }

    /// Flips each bit on all cores; gives back which flips were accepted, by the index of the bit.
    private func flipEveryBit(
        of object: [UInt8], besides skipped: Range<Int> = 0..<0, isAccepted: @escaping @Sendable ([UInt8]) -> Bool
    ) -> [Int] {
        let accepted = Locked<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: object.count) { index in
            guard !skipped.contains(index) else { return }
            for bit in 0..<8 {
                var changed = object
                changed[index] ^= 1 << bit
                if isAccepted(changed) { accepted.withLock { $0.append(index * 8 + bit) } }
            }
        }
        return accepted.withLock { $0.sorted() }
    }

    private func assertOnlyUnsigned(
        _ accepted: [Int], of object: [UInt8], _ unsigned: UnsignedRanges, _ name: String,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let signed = accepted.filter { !unsigned.contains($0 / 8) }
        XCTAssertEqual(signed, [], "\(name): accepted with a changed bit that counts", file: file, line: line)
        let covered = unsigned.ranges.map { "\($0.lowerBound)..<\($0.upperBound)" }.joined(separator: ", ")
        print(
            "\(name): \(object.count * 8) flips, \(object.count * 8 - accepted.count) refused, "
                + "\(accepted.count) accepted in the unsigned bytes \(covered.isEmpty ? "(none)" : covered)")
    }

    func testEveryBitOfAnAttestation() throws {
        for system in DeviceProfile.System.allCases {
            let subject = try Subject(system, authority: Self.authority.get())
            let object = try subject.attestation()
            let proof = try subject.validate(attestation: object)
            let accepted = flipEveryBit(of: object) { changed in
                guard let other = try? subject.validate(attestation: changed) else { return false }
                // Whatever is accepted proves the same: only the receipt may differ.
                precondition(other.publicKey == proof.publicKey && other.appID == proof.appID)
                precondition(other.launchCategory == proof.launchCategory && other.bundleVersion == proof.bundleVersion)
                return true
            }
            assertOnlyUnsigned(
                accepted, of: object, try UnsignedRanges(attestation: object), "attestation \(system.rawValue)")
        }
    }

    func testEveryBitOfAnAssertion() throws {
        for system in DeviceProfile.System.allCases {
            let subject = try Subject(system, authority: Self.authority.get())
            let object = try subject.assertion()
            let counter = try subject.validate(assertion: object).counter
            let accepted = flipEveryBit(of: object) { changed in
                guard let other = try? subject.validate(assertion: changed) else { return false }
                precondition(other.counter == counter)
                return true
            }
            assertOnlyUnsigned(accepted, of: object, UnsignedRanges(assertion: object), "assertion \(system.rawValue)")
        }
    }

    /// The same for a genuine object, but for the 3,977 bytes of its receipt.
    func testEveryBitOfApplesSample() throws {
        let sample = try Genuine(fixture: "att-apple-guide-2026")
        let policy = try AppPolicy(appID: sample.appID, environments: [.production], launch: .any)
        let validator = try AttestationValidator(apps: [policy], anchors: .apple)
        let keyID = try KeyID(base64: sample.keyID)
        let hash = try ClientDataHash(bytes: sample.clientDataHash)
        let time = try XCTUnwrap(sample.time)
        @Sendable func isAccepted(_ object: [UInt8]) -> Bool {
            guard let object = try? AttestationObject(decoding: object) else { return false }
            return (try? validator.validate(object, keyID: keyID, clientDataHash: hash, at: time)) != nil
        }

        XCTAssertTrue(isAccepted(sample.object))
        let unsigned = try UnsignedRanges(attestation: sample.object)
        let receipt = try XCTUnwrap(unsigned.ranges.first)
        XCTAssertEqual(receipt.count, 8 + 3 + 3977, "the name, the head and the receipt")
        let accepted = flipEveryBit(of: sample.object, besides: receipt, isAccepted: isAccepted)
        XCTAssertEqual(accepted, [])
        print("Apple's sample: \((sample.object.count - receipt.count) * 8) flips, all refused")
    }

    func testEveryTruncation() throws {
        var tried = 0
        for system in DeviceProfile.System.allCases {
            let subject = try Subject(system, authority: Self.authority.get())
            let attestation = try subject.attestation()
            let assertion = try subject.assertion()
            for count in attestation.indices {
                XCTAssertThrowsError(try subject.validate(attestation: Array(attestation.prefix(count))))
            }
            for count in assertion.indices {
                XCTAssertThrowsError(try subject.validate(assertion: Array(assertion.prefix(count))))
            }
            tried += attestation.count + assertion.count
        }
        print("truncations: \(tried), all refused")
    }

    /// Every head of both objects in each longer form of the same number, also those inside the authenticator data.
    func testEveryLongerForm() throws {
        var tried = 0
        func assertRefused(_ error: any Error, _ message: String, as code: AttestError.Code = .malformedCBOR) {
            tried += 1
            XCTAssertEqual((error as? AttestError)?.code, code, "\(message): \(error)")
        }
        for system in DeviceProfile.System.allCases {
            let subject = try Subject(system, authority: Self.authority.get())
            let attestation = try subject.attestation()
            for head in CBORHeads(attestation).heads {
                for longer in CBORHeads.longerForms(of: attestation, head: head) {
                    XCTAssertThrowsError(try subject.validate(attestation: longer)) { error in
                        assertRefused(error, "\(system) head at \(head.position)")
                    }
                }
            }
            let assertion = try subject.assertion()
            for head in CBORHeads(assertion).heads {
                for longer in CBORHeads.longerForms(of: assertion, head: head) {
                    XCTAssertThrowsError(try subject.validate(assertion: longer)) { error in
                        assertRefused(error, "\(system) head at \(head.position)")
                    }
                }
            }

            // Inside the authenticator data the longer form is certified and signed, so only strictness refuses it.
            let authenticatorData = try subject.device.attestationDraft(subject.keyID, clientDataHash: subject.hash)
                .authenticatorData
            let coseKey = Array(authenticatorData.encoded[87..<164])
            let extensions = Array(authenticatorData.encoded[164...])
            let items: [(Int, [UInt8], AttestError.Code)] = [
                (87, coseKey, .malformedCBOR), (164, extensions, .malformedExtensions),
            ]
            for (start, item, code) in items where !item.isEmpty {
                for longer in CBORHeads(item).heads.flatMap({ CBORHeads.longerForms(of: item, head: $0) }) {
                    let object = try subject.attestation {
                        $0.editAuthenticatorData = { $0.replaceSubrange(start..<start + item.count, with: longer) }
                    }
                    XCTAssertThrowsError(try subject.validate(attestation: object)) { error in
                        assertRefused(error, "\(system) authenticator data", as: code)
                    }
                }
            }
            for longer in extensions.isEmpty
                ? [] : CBORHeads(extensions).heads.flatMap({ CBORHeads.longerForms(of: extensions, head: $0) })
            {
                let object = try subject.assertion {
                    $0.editAuthenticatorData = { $0.replaceSubrange(37..., with: longer) }
                }
                XCTAssertThrowsError(try subject.validate(assertion: object)) { error in
                    assertRefused(error, "\(system) assertion extensions", as: .malformedExtensions)
                }
            }
        }
        print("longer forms: \(tried), all refused")
    }
}
