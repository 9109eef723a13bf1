internal import AttestCore

/// `attest inspect`: shows what an object holds, without judging it.
enum InspectCommand: Subcommand {
    static let name = ["inspect"]
    static let synopsis = "inspect [--redact] [--json] FILE|-"
    static let abstract = "Shows what an attestation object or assertion holds, without judging it."
    static let options: Set<String> = []
    static let flags: Set<String> = ["--json", "--redact"]
    static let help = """
        attest inspect [--redact] [--json] FILE|-

        Shows what an attestation object or an assertion holds: members, certificates with
        their dates, authenticator data, flags, extensions, size of the receipt. Nothing of
        it is verified. FILE is the CBOR object or its base64 text; - reads standard input.

          --redact                leaves out what tells about a person, a device or an app
                                  (keys, hashes, serial numbers, the App ID, bundle version
                                  and times of day), for bug reports
          --json                  one JSON object for machines

        Exit status: 0, or 2 for unusable arguments or files, and for what cannot be read.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        let path = try arguments.soleOperand("an attestation object or assertion, or -")
        let input = try InputFile.object(path, console: console)
        let facts: [Fact]
        do throws(AttestError) {
            facts = try self.facts(of: input.bytes)
        } catch {
            throw UsageError("\(path) cannot be read: \(error). \(error.code.explanation)", hint: input.hint)
        }
        facts.show(arguments, on: console)
        return .success
    }

    /// The two kinds have no member in common, so the error of the other kind is told apart from what cannot be read.
    private static func facts(of bytes: [UInt8]) throws(AttestError) -> [Fact] {
        let size = Fact("bytes", bytes.count)
        do throws(AttestError) {
            return [Fact("kind", "assertion"), size] + (try AssertionObject(decoding: bytes)).facts
        } catch {
            guard error.code == .malformedAssertionObject || error.code == .objectTooLarge else { throw error }
            return [Fact("kind", "attestation"), size] + (try AttestationObject(decoding: bytes)).facts
        }
    }
}
