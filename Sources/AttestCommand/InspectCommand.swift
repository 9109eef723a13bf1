internal import AttestCore

/// `attest inspect`: shows what an object holds, without judging it.
enum InspectCommand: Subcommand {
    static let name = ["inspect"]
    static let synopsis = "inspect [--json] FILE|-"
    static let abstract = "Shows what an attestation object or assertion holds, without judging it."
    static let options: Set<String> = []
    static let flags: Set<String> = ["--json"]
    static let help = """
        attest inspect [--json] FILE|-

        Shows what an attestation object or an assertion holds: members, certificates with
        their dates, authenticator data, flags, extensions, size of the receipt. Nothing of
        it is verified. FILE is the CBOR object or its base64 text; - reads standard input.

          --json                  one JSON object for machines

        Exit status: 0, or 2 for unusable arguments or files, and for what cannot be read.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        let path = try arguments.soleOperand("an attestation object or assertion, or -")
        let bytes = try InputFile.object(path, console: console)
        let facts: [Fact]
        do throws(AttestError) {
            facts = try self.facts(of: bytes)
        } catch {
            throw UsageError("\(path) cannot be read: \(error). \(error.code.explanation)")
        }
        if arguments.has("--json") {
            console.output(facts.json)
        } else {
            facts.lines().forEach(console.output)
        }
        return .success
    }

    /// The two kinds have no member in common, so the error of the other kind is told apart from what cannot be read.
    private static func facts(of bytes: [UInt8]) throws(AttestError) -> [Fact] {
        let size = Fact("bytes", bytes.count)
        do throws(AttestError) {
            return [Fact("kind", "assertion"), size] + (try AssertionObject(decoding: bytes)).facts
        } catch {
            guard error.code == .malformedAssertionObject || error.code == .limitExceeded else { throw error }
            return [Fact("kind", "attestation"), size] + (try AttestationObject(decoding: bytes)).facts
        }
    }
}

extension AttestationObject {
    fileprivate var facts: [Fact] {
        let system = try? CredentialCertificate(chain.leaf).operatingSystem()
        return [
            Fact("format", format),
            Fact("otherMembers", otherMembers),
            Fact("certificates", ([chain.leaf] + chain.issuers).map(\.facts)),
            Fact(
                "operatingSystem",
                system.map { [Fact("version", $0.version), Fact("build", $0.build), Fact("platform", $0.platform)] }),
            Fact("receiptBytes", receipt?.count),
            Fact("authenticatorData", authenticatorData.facts),
            Fact("credential", attestedCredential.facts),
            Fact("extensions", authenticatorData.extensions?.facts),
        ]
    }
}

extension AssertionObject {
    fileprivate var facts: [Fact] {
        [
            Fact("otherMembers", otherMembers),
            Fact("signatureBytes", signatureByteCount),
            Fact("authenticatorData", authenticatorData.facts),
            Fact("extensions", authenticatorData.extensions?.facts),
        ]
    }
}

extension Certificate {
    var facts: [Fact] {
        [
            Fact("bytes", byteCount),
            Fact("subject", subjectCommonName),
            Fact("issuer", issuerCommonName),
            Fact("serialNumber", serialNumber.hex),
            Fact("notBefore", Time(notBefore).text),
            Fact("notAfter", Time(notAfter).text),
            Fact("publicKey", publicKey.curve),
            Fact("extensions", extensionIDs.map(\.description)),
        ]
    }
}

extension SubjectPublicKey {
    fileprivate var curve: String {
        switch self {
        case .p256: "P-256"
        case .p384: "P-384"
        case .other: "other"
        }
    }
}

extension AuthenticatorData {
    fileprivate var facts: [Fact] {
        [
            Fact("bytes", byteCount),
            Fact("rpIDHash", rpIDHash.hex),
            Fact("flags", "0x\([flags.rawValue].hex)\(flags.names.isEmpty ? "" : " (\(flags.names))")"),
            Fact("counter", Int(counter)),
        ]
    }
}

extension AuthenticatorFlags {
    fileprivate var names: String {
        let named: [(AuthenticatorFlags, String)] = [
            (.userPresent, "UP"), (.userVerified, "UV"), (.backupEligible, "BE"), (.backedUp, "BS"),
            (.attestedCredential, "AT"), (.extensions, "ED"),
        ]
        return named.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}

extension AttestedCredentialData {
    fileprivate var facts: [Fact] {
        let environment = AttestEnvironment.allCases.first { $0.aaguid == aaguid }
        return [
            Fact("aaguid", aaguid.hex),
            Fact("environment", environment?.rawValue),
            Fact("credentialID", Base64.encode(credentialID)),
            Fact("publicKey", Base64.encode(publicKey.x963)),
        ]
    }
}

extension AuthenticatorExtensions {
    fileprivate var facts: [Fact] {
        [
            Fact("names", names),
            Fact("launchCategory", launchCategory),
            Fact("bundleVersion", bundleVersion),
            Fact("codeDirectoryHash", codeDirectoryHash.map { $0.bytes.hex }),
        ]
    }
}

extension [UInt8] {
    /// Two lower-case digits a byte.
    fileprivate var hex: String {
        map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
