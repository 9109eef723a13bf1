internal import AttestCore
internal import AttestTesting

/// `attest device assert`: an assertion of a virtual device.
enum DeviceAssertCommand: Subcommand {
    static let name = ["device", "assert"]
    static let synopsis = "device assert [--system NAME] [--app-id ID] [--flaw NAME] ..."
    static let abstract = "Writes an assertion of a virtual device, with what a server needs to verify it."
    static let options = DeviceSetup.options.union(["--client-data"])
    static let flags: Set<String> = []
    static let help = """
        attest device assert [--system NAME] [--app-id ID] [--client-data TEXT]
                             [--environment production|development]
                             [--authority FILE] [--flaw NAME]

        Makes a key in a virtual device, signs client data with it, and writes a test
        vector: the assertion, and what a server needs to verify it.

        \(DeviceSetup.optionsHelp)
          --client-data TEXT  what is signed; "client data" without this option
          --flaw NAME         what is wrong with the assertion, one of
        \(AssertionFlaw.allCases.map(\.rawValue).wrapped(indent: 22))

        Exit status: 0, or 2 for unusable arguments or files.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        try arguments.noOperands()
        let flaw = try arguments.choice("--flaw", of: AssertionFlaw.self)
        let setup = try DeviceSetup(arguments)
        let vector = try arguments.usable("--flaw") { () throws(AttestError) in
            try setup.assertionVector(clientData: arguments.value("--client-data") ?? "client data", flaw: flaw)
        }
        console.output(vector.json)
        return .success
    }
}
