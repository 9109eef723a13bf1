import AttestTesting
import Foundation
import XCTest

@testable import AttestCore

/// What a verifier that knows the issuers accepts, OpenSSL accepts as well.
///
/// Leaves are changed at random, and signed again so that the signature does not hide what else is wrong with them. The
/// verifier's answer is compared with that of `d2i_X509` and `X509_verify_cert`, under the same anchors. Times are set aside,
/// because the two differ by intent about the last second of a validity. `ATTEST_MUTATIONS` says how many there are.
final class ChainDifferentialTests: XCTestCase {
    struct Counts: Equatable {
        var acceptedByBoth = 0
        var acceptedByNone = 0
        /// Refused here, or sent to the full path, and OpenSSL was not asked.
        var refusedHere = 0
        var acceptedByOpenSSLOnly = 0
        var acceptedHereOnly: [String] = []

        static func += (left: inout Counts, right: Counts) {
            left.acceptedByBoth += right.acceptedByBoth
            left.acceptedByNone += right.acceptedByNone
            left.refusedHere += right.refusedHere
            left.acceptedByOpenSSLOnly += right.acceptedByOpenSSLOnly
            left.acceptedHereOnly += right.acceptedHereOnly
        }
    }

    func testMutatedLeaves() throws {
        let count = ProcessInfo.processInfo.environment["ATTEST_MUTATIONS"].flatMap(Int.init) ?? 400
        let samples = try LeafSample.all()
        let verifier = try Self.verifier.get()
        for sample in samples {
            let leaf = try LeafSample.certificate(sample.toBeSigned.encoding, signed: true)
            _ = try verifier.anchors(of: Self.chain([leaf, sample.issuer]))
            XCTAssert(verifier.known.encodings.contains([sample.issuer]), sample.name)
        }
        let total = Locked(Counts())
        let batch = 100
        DispatchQueue.concurrentPerform(iterations: (count + batch - 1) / batch) { number in
            do {
                let counts = try Self.compare(samples, batch, seed: UInt64(number))
                total.withLock { $0 += counts }
            } catch {
                XCTFail("seed \(number): \(error)")
            }
        }
        let counts = total.withLock { $0 }
        print("chain differential: \(counts)")
        XCTAssertEqual(counts.acceptedHereOnly, [])
        XCTAssertGreaterThan(counts.acceptedByBoth, count / 20)
        XCTAssertGreaterThan(counts.acceptedByNone, 0)
    }

    private static func compare(_ samples: [LeafSample], _ count: Int, seed: UInt64) throws -> Counts {
        var random = Random(seed: seed)
        var counts = Counts()
        for _ in 0..<count {
            let known = counts.acceptedHereOnly.count
            try compare(random.element(of: samples), &random, &counts)
            if counts.acceptedHereOnly.count > known { counts.acceptedHereOnly[known] += ", seed \(seed)" }
        }
        return counts
    }

    private static func compare(_ sample: LeafSample, _ random: inout Random, _ counts: inout Counts) throws {
        if random.below(8) == 0 {
            var certificates = sample.received
            let index = random.below(certificates.count)
            certificates[index][random.below(certificates[index].count)] ^= 1 << UInt8(random.below(8))
            return compare(sample.name, certificates, sample.verifier, sample.anchors, &counts)
        }
        var tree = sample.toBeSigned
        for _ in 0...random.below(3) { tree.mutate(&random) }
        var toBeSigned = tree.encoding
        if random.below(16) == 0, !toBeSigned.isEmpty { toBeSigned[random.below(toBeSigned.count)] = random.byte() }

        // Signing and OpenSSL cost most, so not all that cannot be accepted here gets that far.
        let unsigned = try LeafSample.certificate(toBeSigned, signed: false)
        guard couldBeAccepted([unsigned, sample.issuer]) || random.below(16) == 0 else {
            counts.refusedHere += 1
            return
        }
        let leaf = try LeafSample.certificate(toBeSigned, signed: true)
        compare(sample.name, [leaf, sample.issuer], try verifier.get(), try anchors.get(), &counts)
    }

    private static let anchors = Result { try LeafSample.authority.get().anchors.parsed() }
    private static let verifier = Result { ChainVerifier(anchors: try anchors.get()) }

    private static func compare(
        _ name: String, _ certificates: [[UInt8]], _ verifier: ChainVerifier, _ anchors: [Certificate],
        _ counts: inout Counts
    ) {
        let isAcceptedHere = (try? verifier.anchors(of: chain(certificates))) != nil
        let path = try? encodedPath(of: certificates.map { $0[...] }, to: anchors.map(\.der))
        switch (isAcceptedHere, path == certificates + anchors.map { Array($0.der) }) {
        case (true, true): counts.acceptedByBoth += 1
        case (false, false): counts.acceptedByNone += 1
        case (false, true): counts.acceptedByOpenSSLOnly += 1
        case (true, false): counts.acceptedHereOnly.append(name)
        }
    }

    /// Whether nothing but the signature is wrong with a leaf, of the form for which the fast path is.
    private static func couldBeAccepted(_ certificates: [[UInt8]]) -> Bool {
        guard let chain = try? chain(certificates), let issuer = chain.issuers.first else { return false }
        return (try? chain.checkProfile()) != nil && chain.leaf.matchesAppleLeafProfile(of: issuer)
    }

    private static func chain(_ certificates: [[UInt8]]) throws -> CertificateChain {
        try CertificateChain(x5c: certificates.map { $0[...] })
    }
}
