internal import AttestCore
internal import AttestTesting

/// `attest device attest`: an attestation of a virtual device.
enum DeviceAttestCommand: Subcommand {
    static let name = ["device", "attest"]
    static let synopsis = "device attest [--system NAME] [--app-id ID] [--flaw NAME] ..."
    static let abstract = "Writes an attestation of a virtual device, with what a server needs to verify it."
    static let options = DeviceSetup.options.union(["--challenge"])
    static let flags: Set<String> = []
    static let help = """
        attest device attest [--system NAME] [--app-id ID] [--challenge TEXT]
                             [--environment production|development]
                             [--authority FILE] [--flaw NAME]

        Makes a key in a virtual device, attests it, and writes a test vector: the object,
        and what a server needs to verify it. "anchors" holds the root to trust.

        \(DeviceSetup.optionsHelp)
          --challenge TEXT    the challenge, which is hashed; "challenge" without this option
          --flaw NAME         what is wrong with the object, one of
        \(AttestationFlaw.allCases.map(\.rawValue).wrapped(indent: 22))

        Exit status: 0, or 2 for unusable arguments or files.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        try arguments.noOperands()
        let flaw = try arguments.choice("--flaw", of: AttestationFlaw.self)
        let setup = try DeviceSetup(arguments)
        let vector = try arguments.usable("--flaw") { () throws(AttestError) in
            try setup.attestationVector(challenge: arguments.value("--challenge") ?? "challenge", flaw: flaw)
        }
        console.output(vector.json)
        return .success
    }
}
