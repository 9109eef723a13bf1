internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `attest verify attestation`: carries out Apple's eleven steps on one object and shows each.
enum VerifyAttestationCommand: Subcommand {
    static let name = ["verify", "attestation"]
    static let synopsis = "verify attestation --app-id ID --key-id B64 --challenge TEXT ... FILE|-"
    static let abstract = "Carries out Apple's steps on an attestation object and shows each one."
    static let options: Set<String> = [
        "--app-id", "--key-id", "--challenge", "--client-data-hash", "--environment", "--at", "--root",
    ]
    static let flags: Set<String> = ["--json"]
    static let help = """
        attest verify attestation --app-id ID --key-id B64
                                  (--challenge TEXT | --client-data-hash B64)
                                  [--environment production|development|any]
                                  [--at ISO8601] [--root FILE] [--json] FILE|-

        Carries out Apple's eleven steps on an attestation object, also after a failure,
        and prints each with its outcome, then the proof. FILE is the CBOR object or its
        base64 text; - reads standard input.

        After a refusal it tries what else the options may have been meant to say, such as
        another way to hash, and names the mistake in a hint. Hints never change the outcome.

          --app-id ID             App ID prefix, a dot, and the bundle ID
          --key-id B64            the key ID that generateKey returned
          --challenge TEXT        the challenge; its SHA-256 is the client data hash
          --client-data-hash B64  what the app passed to attestKey, as it is
          --environment NAME      the accepted environment: production (also without
                                  this option), development, or any
          --at ISO8601            the time to verify at, such as 2026-04-21T18:13:12Z;
                                  now without this option
          --root FILE             a root certificate in DER or PEM instead of Apple's
          --json                  one JSON object for machines

        Exit status: 0 accepted, 1 refused, 2 for unusable arguments or files.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        let environments = try environments(arguments)
        let keyID = try arguments.keyID()
        let given = try arguments.attestedData()
        let clientDataHash = try arguments.hash(given)
        let time = try arguments.time()
        let anchors = try anchors(arguments, console: console)
        let input = try InputFile.object(try arguments.soleOperand("the attestation object, or -"), console: console)
        let object = Result { () throws(AttestError) in try AttestationObject(decoding: input.bytes) }
        let policy = try arguments.policy(environments: environments, named: (try? object.get())?.namedAppID)

        let output: VerificationOutput
        do throws(AttestError) {
            let attempt = AttestationAttempt(
                object: try object.get(), policy: policy, keyID: keyID, given: given, clientDataHash: clientDataHash,
                anchors: anchors, time: time)
            output = VerificationOutput(try attempt.examined(), hints: Hints.find(in: attempt)) { $0.facts }
        } catch {
            output = VerificationOutput(unreadable: error, hint: input.hint)
        }
        return output.print(to: console, asJSON: arguments.has("--json"))
    }

    private static func environments(_ arguments: Arguments) throws(UsageError) -> Set<AttestEnvironment> {
        guard let name = arguments.value("--environment") else { return [.production] }
        guard let environment = Vector.Environment(rawValue: name) else {
            throw UsageError("--environment is unknown; give production, development or any")
        }
        return environment.allowed
    }

    private static func anchors(_ arguments: Arguments, console: Console) throws(UsageError) -> TrustAnchors {
        guard let path = arguments.value("--root") else { return .apple }
        let certificate = try InputFile.certificate(path, console: console)
        return try arguments.usable("--root") { () throws(AttestError) in try TrustAnchors(der: [certificate]) }
    }
}

extension ValidatedAttestation {
    /// The proof, as names and values in a fixed order.
    fileprivate var facts: [Fact] {
        [
            Fact("appID", appID.text),
            Fact("environment", environment.rawValue),
            Fact("keyID", keyID.base64),
            Fact("publicKey", Base64.encode(publicKey.x963)),
            Fact("receiptBytes", receipt?.count),
            Fact("launchCategory", launchCategory),
            Fact("bundleVersion", bundleVersion),
            Fact("codeDirectoryHash", codeDirectoryHash.map { Base64.encode($0.bytes) }),
            Fact("osVersion", operatingSystem?.version),
            Fact("osBuild", operatingSystem?.build),
            Fact("platform", operatingSystem?.platform),
        ]
    }
}
