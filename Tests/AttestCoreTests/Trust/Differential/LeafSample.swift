import AttestTesting
import Foundation
import XCTest

@testable import AttestCore

/// A leaf to change, under issuers that a verifier knows and whose key is here.
struct LeafSample: Sendable {
    let name: String
    let toBeSigned: DERTree
    let issuer: [UInt8]
    /// The chain as received, and its anchors.
    let received: [[UInt8]]
    let verifier: ChainVerifier
    let anchors: [Certificate]

    /// The authority that signs all changed leaves.
    static let authority = Virtual.authority

    /// A test intermediate with the name of a genuine one.
    private static func issuer(named name: [UInt8]) throws -> [UInt8] {
        let authority = try Self.authority.get()
        var template = try TestAuthority.intermediateTemplate(authority.intermediateKey, under: authority.rootKey)
        template.subject = name
        return try template.signed(by: authority.rootKey, digest: .sha384)
    }

    /// A certificate of a TBSCertificate, signed or with a signature that says nothing.
    static func certificate(_ toBeSigned: [UInt8], signed: Bool) throws -> [UInt8] {
        let algorithm = DER.sequence(DER.objectIdentifier("1.2.840.10045.4.3.2"))
        let signature =
            signed ? try authority.get().intermediateKey.signature(over: toBeSigned, digest: .sha256) : [0x30, 0x00]
        return DER.sequence(toBeSigned, algorithm, DER.bitString(signature))
    }

    /// Leaves of virtual devices of every system, of Apple's samples, and of the folder that ATTEST_VECTORS names.
    static func all() throws -> [LeafSample] {
        var objects: [(String, [UInt8])] = try DeviceProfile.System.allCases.map { system in
            ("\(system)", try Virtual(system).attestation())
        }
        objects.append(("Apple 2024", try AppleSample.of2024().object))
        objects.append(("Apple 2026", try AppleSample.of2026().object))
        if let folder = ProcessInfo.processInfo.environment["ATTEST_VECTORS"] {
            struct Fields: Decodable {
                let object: Data
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            where name.hasPrefix("att-") && name.hasSuffix(".json") {
                let file = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
                objects.append((name, Array(try JSONDecoder().decode(Fields.self, from: file).object)))
            }
        }
        var issuers: [[UInt8]: [UInt8]] = [:]
        let verifiers = try [TrustAnchors.apple, authority.get().anchors].map { anchors in
            (try anchors.parsed(), ChainVerifier(anchors: try anchors.parsed()))
        }
        return try objects.map { name, object in
            let chain = try AttestationObject(decoding: object).chain
            let leaf = chain.leaf
            let (anchors, verifier) = try XCTUnwrap(
                verifiers.first { (try? $0.1.anchors(of: chain)) != nil }, "a chain that is not good to begin with")
            let issuer = try issuers[Array(leaf.issuer)] ?? issuer(named: Array(leaf.issuer))
            issuers[Array(leaf.issuer)] = issuer
            return LeafSample(
                name: name, toBeSigned: try XCTUnwrap(DERTree(leaf.toBeSigned)), issuer: issuer,
                received: chain.certificates.map { Array($0.der) }, verifier: verifier, anchors: anchors)
        }
    }
}
