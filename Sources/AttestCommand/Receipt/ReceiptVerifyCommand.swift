internal import AttestCore

/// `attest receipt verify`: carries out Apple's steps on one receipt and shows each.
enum ReceiptVerifyCommand: Subcommand {
    static let name = ["receipt", "verify"]
    static let synopsis = "receipt verify [--app-id ID] [--public-key B64] [--challenge TEXT] ... FILE|-"
    static let abstract = "Carries out Apple's steps on a receipt and shows each one."
    static let options: Set<String> = [
        "--app-id", "--public-key", "--environment", "--challenge", "--client-data-hash", "--at", "--root",
    ]
    static let flags: Set<String> = ["--exchanged", "--stored", "--json"]
    static let help = """
        attest receipt verify [--app-id ID] [--public-key B64]
                              [--environment production|development]
                              [--challenge TEXT | --client-data-hash B64
                               | --exchanged | --stored]
                              [--at ISO8601] [--root FILE] [--json] FILE|-

        Carries out Apple's steps on a receipt, also after a failure, and prints each with
        its outcome, then what the receipt says. FILE is a receipt or an attestation object
        with one, binary or as base64 text; - reads standard input. Signature and signer are
        always judged; the rest as far as there is something to judge it by:

          --app-id ID             App ID prefix, a dot, and the bundle ID
          --public-key B64        the attested key: an X9.63 point of 65 bytes
          --environment NAME      production or development

        Where the receipt comes from, which decides what else is judged:

          --challenge TEXT        an attestation; SHA-256 of its challenge must be the
                                  receipt's client data hash, and the receipt fresh
          --client-data-hash B64  the same, with what the app passed to attestKey
          --exchanged             Apple's answer to an earlier receipt; it must be fresh
          --stored                the server's store, also without any of these options;
                                  neither age nor type is judged

          --at ISO8601            when the receipt arrived; now without this option
          --root FILE             a root certificate in DER or PEM instead of Apple's
          --json                  one JSON object for machines

        Exit status: 0 accepted, 1 refused, 2 for unusable arguments or files.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        let appID = arguments.value("--app-id") == nil ? nil : try arguments.appID()
        let publicKey = arguments.value("--public-key") == nil ? nil : try arguments.publicKey()
        let environment = try arguments.choice("--environment", of: AttestEnvironment.self)
        let origin = try origin(arguments)
        let anchors = try anchors(arguments, console: console)
        let bytes = try InputFile.receipt(
            try arguments.soleOperand("a receipt or an attestation object, or -"), console: console)

        let report: VerificationOutput
        do throws(AttestError) {
            let validator = try ReceiptValidator(anchors: anchors, maximumAge: .seconds(300))
            let receipt = try Receipt(decoding: bytes)
            // Held against itself where nothing is given, which the output then says.
            let subject =
                if let appID, let publicKey, let environment {
                    ReceiptSubject(appID: appID, environment: environment, publicKey: publicKey)
                } else {
                    try receipt.ownSubject(appID, environment, publicKey)
                }
            let withoutOption = [
                "appID": appID == nil ? "--app-id" : nil, "attestedKey": publicKey == nil ? "--public-key" : nil,
                "environment": environment == nil ? "--environment" : nil,
                "type": origin == .stored ? "--challenge or --exchanged" : nil,
            ].compactMapValues { $0 }
            report = VerificationOutput(
                validator.examine(receipt, of: subject, from: origin), withoutOption: withoutOption, hints: []
            ) { $0.content.facts }
        } catch {
            report = VerificationOutput(unreadable: error, hint: nil)
        }
        return report.print(to: console, asJSON: arguments.has("--json"))
    }

    private static func origin(_ arguments: Arguments) throws(UsageError) -> ReceiptOrigin {
        let isAttestation = arguments.value("--challenge") != nil || arguments.value("--client-data-hash") != nil
        switch (isAttestation, arguments.has("--exchanged"), arguments.has("--stored")) {
        case (true, false, false):
            let hash = try arguments.hash(try arguments.attestedData())
            return .attestation(clientDataHash: hash, receivedAt: try arguments.time())
        case (false, true, false): return .exchange(receivedAt: try arguments.time())
        case (false, false, _): return .stored
        default:
            throw UsageError(
                "give only one of --challenge or --client-data-hash (an attestation's), --exchanged (Apple's answer) and "
                    + "--stored")
        }
    }

    private static func anchors(_ arguments: Arguments, console: Console) throws(UsageError) -> ReceiptAnchors {
        guard let path = arguments.value("--root") else { return .apple }
        let certificate = try InputFile.certificate(path, console: console)
        return try arguments.usable("--root") { () throws(AttestError) in try ReceiptAnchors(der: [certificate]) }
    }
}

extension Receipt {
    /// The key that the receipt is about by its own words, except for what is given.
    fileprivate func ownSubject(
        _ appID: AppID?, _ environment: AttestEnvironment?, _ publicKey: P256PublicKey?
    ) throws(AttestError) -> ReceiptSubject {
        let content = try unprovenContent()
        let own = try AppID(content.appID)
        return ReceiptSubject(
            appID: appID ?? own, environment: environment ?? content.environment ?? .production,
            publicKey: publicKey ?? content.publicKey)
    }
}
