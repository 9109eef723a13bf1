internal import AttestCore
internal import AttestTesting

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `attest device vectors`: a folder of vectors, one file each, with every profile and every flaw.
enum DeviceVectorsCommand: Subcommand {
    static let name = ["device", "vectors"]
    static let synopsis = "device vectors DIR"
    static let abstract = "Writes a folder of test vectors: each profile of the virtual device, each flaw."
    static let options: Set<String> = []
    static let flags: Set<String> = []
    static let help = """
        attest device vectors DIR

        Writes test vectors of the virtual device into a folder, one file each: an
        attestation and an assertion of every profile in both environments, both types of
        receipt, and one object with each flaw, which "expect" names. All of them are under
        the same new roots, and older vectors of the virtual device in the folder are
        replaced.

        Exit status: 0, or 2 for unusable arguments or files.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        let folder = try arguments.soleOperand("the folder to write to")
        let vectors = try arguments.usable("DIR") { () throws(AttestError) in try all() }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.contains("-virtual-") {
                try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
            }
            for vector in vectors {
                try Data((vector.json + "\n").utf8).write(to: URL(filePath: "\(folder)/\(vector.id).json"))
            }
        } catch {
            throw UsageError("cannot write to \(folder); check that it is a folder that can be written to")
        }
        console.output("\(vectors.count) vectors written to \(folder)")
        return .success
    }

    private static func all() throws(AttestError) -> [VirtualVector] {
        let authority = try TestAuthority()
        let time = DeviceSetup.now
        func setup(
            _ system: DeviceProfile.System, _ environment: AttestEnvironment = .production
        ) throws(AttestError) -> DeviceSetup {
            let profile = try DeviceProfile(system, appID: "A1B2C3D4E5.com.example.app", environment: environment)
            return try DeviceSetup(profile, authority: authority, at: time)
        }

        var vectors: [VirtualVector] = []
        for system in DeviceProfile.System.allCases {
            for environment in AttestEnvironment.allCases {
                let setup = try setup(system, environment)
                vectors.append(try setup.attestationVector(challenge: "challenge", flaw: nil))
                vectors.append(try setup.assertionVector(clientData: "client data", flaw: nil))
            }
        }
        for flaw in AttestationFlaw.allCases where flaw.code.isInVectors {
            vectors.append(try setup(.iOS27).attestationVector(challenge: "challenge", flaw: flaw))
        }
        for flaw in AssertionFlaw.allCases where flaw.code.isInVectors {
            vectors.append(try setup(.iOS27).assertionVector(clientData: "client data", flaw: flaw))
        }
        for system in DeviceProfile.System.allCases {
            vectors.append(try setup(system).receiptVector(.attest, flaw: nil))
            vectors.append(try setup(system).receiptVector(.receipt, flaw: nil))
        }
        for flaw in ReceiptFlaw.allCases {
            vectors.append(try setup(.iOS27).receiptVector(.attest, flaw: flaw))
        }
        return vectors
    }
}
