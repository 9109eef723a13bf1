internal import AttestCore

/// `attest verify assertion`: carries out Apple's eight steps on one assertion and shows each.
enum VerifyAssertionCommand: Subcommand {
    static let name = ["verify", "assertion"]
    static let synopsis = "verify assertion --app-id ID --public-key B64 --counter N ... FILE|-"
    static let abstract = "Carries out Apple's steps on an assertion and shows each one."
    static let options: Set<String> = [
        "--app-id", "--public-key", "--counter", "--client-data", "--client-data-hash", "--challenge", "--method",
        "--path", "--body",
    ]
    static let flags: Set<String> = ["--json"]
    static let help = """
        attest verify assertion --app-id ID --public-key B64 --counter N
                                (--client-data FILE | --client-data-hash B64
                                 | --challenge TEXT --method M --path P [--body FILE])
                                [--json] FILE|-

        Carries out Apple's eight steps on an assertion, also after a failure, and prints
        each with its outcome, then the proof. FILE is the CBOR object or its base64 text;
        - reads standard input.

        After a refusal it tries what else the options may have been meant to say, such as
        another way to hash, and names the mistake in a hint. Hints never change the outcome.

          --app-id ID             App ID prefix, a dot, and the bundle ID
          --public-key B64        the registered key: an X9.63 point of 65 bytes
          --counter N             the last accepted counter; 0 for the first assertion
          --client-data FILE      the client data; their SHA-256 is the client data hash
          --client-data-hash B64  what the app passed to generateAssertion, as it is
          --challenge TEXT        the challenge of a request that the app signed as
                                  RequestBinding describes, with the request:
          --method M              its method
          --path P                its path with the query, as on the wire; of a full URL
                                  only these are taken
          --body FILE             its body; no bytes without this option
          --json                  one JSON object for machines

        Step 6, the challenge inside the client data, is not judged: it is the server's.

        Exit status: 0 accepted, 1 refused, 2 for unusable arguments or files.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        // An assertion carries no environment, so both are allowed.
        let policy = try arguments.policy(environments: Set(AttestEnvironment.allCases), named: nil)
        let publicKey = try arguments.publicKey()
        guard let lastCounter = UInt32(try arguments.required("--counter", "the last accepted counter, 0 at first"))
        else {
            throw UsageError("--counter is not a number from 0 to \(UInt32.max); give the last accepted counter")
        }
        let given = try clientData(arguments, console: console)
        let clientDataHash = try arguments.hash(given)
        let input = try InputFile.object(try arguments.soleOperand("the assertion, or -"), console: console)

        let output: VerificationOutput
        do throws(AttestError) {
            let attempt = AssertionAttempt(
                object: try AssertionObject(decoding: input.bytes), policy: policy, publicKey: publicKey, given: given,
                clientDataHash: clientDataHash, lastCounter: lastCounter)
            output = VerificationOutput(try attempt.examined(), hints: Hints.find(in: attempt)) { $0.facts }
        } catch {
            output = VerificationOutput(unreadable: error, hint: input.hint)
        }
        return output.print(to: console, asJSON: arguments.has("--json"))
    }

    private static func clientData(_ arguments: Arguments, console: Console) throws(UsageError) -> GivenClientData {
        let isRequest = ["--challenge", "--method", "--path", "--body"].contains { arguments.value($0) != nil }
        switch (arguments.value("--client-data"), arguments.value("--client-data-hash"), isRequest) {
        case (let path?, nil, false):
            try arguments.refuseSharedInput(path, "the client data")
            return .clientData(try InputFile.bytes(path, upTo: .clientData, console: console))
        case (nil, _?, false):
            return try arguments.clientDataHash()
        case (nil, nil, true):
            return .request(try request(arguments, console: console))
        default:
            throw UsageError(
                "give either --client-data with a file, or --client-data-hash with base64, or a request with --challenge, "
                    + "--method, --path and --body")
        }
    }

    private static func request(_ arguments: Arguments, console: Console) throws(UsageError) -> GivenRequest {
        let challenge = try arguments.required("--challenge", "the challenge that the app got for this request")
        let method = try arguments.required("--method", "the method of the request")
        let path = try arguments.required("--path", "the path of the request with its query")
        let body = try arguments.value("--body").map { (path) throws(UsageError) in
            try arguments.refuseSharedInput(path, "the body")
            return try InputFile.bytes(path, upTo: .body, console: console)
        }
        return try arguments.usable("the request") { () throws(AttestError) in
            try GivenRequest(challenge: challenge, method: method, path: path, body: body ?? [])
        }
    }
}

extension Arguments {
    /// Refuses standard input for an option, when the object comes from there.
    fileprivate func refuseSharedInput(_ path: String, _ meaning: String) throws(UsageError) {
        guard path == "-", operands == ["-"] else { return }
        throw UsageError("standard input cannot be both \(meaning) and the assertion; give one as a file")
    }
}

extension ValidatedAssertion {
    /// The proof, as names and values in a fixed order.
    fileprivate var facts: [Fact] {
        [
            Fact("appID", appID.text),
            Fact("counter", Int(counter)),
            Fact("launchCategory", launchCategory),
            Fact("bundleVersion", bundleVersion),
            Fact("codeDirectoryHash", codeDirectoryHash.map { Base64.encode($0.bytes) }),
        ]
    }
}
