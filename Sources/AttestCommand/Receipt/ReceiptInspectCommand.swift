internal import AttestCore

/// `attest receipt inspect`: shows what a receipt holds, without judging it.
enum ReceiptInspectCommand: Subcommand {
    static let name = ["receipt", "inspect"]
    static let synopsis = "receipt inspect [--redact] [--json] FILE|-"
    static let abstract = "Shows what a receipt holds, without judging it."
    static let options: Set<String> = []
    static let flags: Set<String> = ["--json", "--redact"]
    static let help = """
        attest receipt inspect [--redact] [--json] FILE|-

        Shows what a receipt holds: type, times, risk metric, its other fields, and the
        certificates of its signer. Nothing of it is verified. FILE is a receipt or an
        attestation object with one, binary or as base64 text; - reads standard input.

          --redact                leaves out what tells about a device or an app, for bug
                                  reports
          --json                  one JSON object for machines

        Exit status: 0, or 2 for unusable arguments or files, and for what cannot be read.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        let path = try arguments.soleOperand("a receipt or an attestation object, or -")
        let bytes = try InputFile.receipt(path, console: console)
        let facts: [Fact]
        do throws(AttestError) {
            let receipt = try Receipt(decoding: bytes)
            let certificates = [receipt.chain.leaf] + receipt.chain.issuers
            facts =
                [Fact("bytes", bytes.count)] + (try receipt.unprovenContent().facts)
                + [Fact("signers", certificates.map(\.facts))]
        } catch {
            throw UsageError("\(path) cannot be read: \(error). \(error.code.explanation)")
        }
        facts.show(arguments, on: console)
        return .success
    }
}
