internal import AttestCore
internal import AttestTesting

/// A vector made by a virtual device: an object with all that a server needs, and what must come of it.
struct VirtualVector {
    let id: String
    let facts: [Fact]

    var json: String { facts.json }
}

extension DeviceSetup {
    func attestationVector(challenge: String, flaw: AttestationFlaw?) throws(AttestError) -> VirtualVector {
        let hash = try ClientDataHash(sha256Of: challenge.utf8)
        let object = try device.attest(keyID, clientDataHash: hash, flaw: flaw)
        return try vector(kind: "attestation", prefix: "att", flaw: flaw?.rawValue, code: flaw?.code) {
            [
                Fact("challenge", challenge),
                Fact("challengeEncoding", "utf8"),
                Fact("challengeHashing", "sha256"),
                Fact("clientDataHash", Base64.encode(hash.bytes)),
                Fact("object", Base64.encode(object)),
                Fact("validAt", Time(time).text),
                Fact("anchors", [Base64.encode(authority.root)]),
            ]
        }
    }

    func assertionVector(clientData: String, flaw: AssertionFlaw?) throws(AttestError) -> VirtualVector {
        let hash = try ClientDataHash(sha256Of: clientData.utf8)
        let object = try device.assert(keyID, clientDataHash: hash, flaw: flaw)
        return try vector(kind: "assertion", prefix: "asr", flaw: flaw?.rawValue, code: flaw?.code) {
            [
                Fact("clientData", clientData),
                Fact("clientDataEncoding", "utf8"),
                Fact("clientDataHash", Base64.encode(hash.bytes)),
                Fact("object", Base64.encode(object)),
                Fact("previousCounter", 0),
                Fact("counter", flaw == nil ? 1 : nil),
            ]
        }
    }

    /// The receipt of an attestation, or Apple's answer to it.
    func receiptVector(_ type: ReceiptType, flaw: ReceiptFlaw?) throws(AttestError) -> VirtualVector {
        let hash = try ClientDataHash(sha256Of: "challenge".utf8)
        let inner = type == .attest ? flaw : nil
        let attestation = try device.attest(keyID, clientDataHash: hash, receiptFlaw: inner)
        var object = AttestationReceipt.bytes(in: attestation) ?? []
        if type == .receipt { object = try authority.exchange(object, riskMetric: 2, at: time, flaw: flaw) }
        let prefix = type == .attest ? "rcpt-attest" : "rcpt-exchanged"
        return try vector(kind: "receipt", prefix: prefix, flaw: flaw?.rawValue, code: flaw?.code) {
            [
                Fact("type", type.rawValue),
                Fact("clientDataHash", Base64.encode(hash.bytes)),
                Fact("object", Base64.encode(object)),
                Fact("riskMetric", type == .receipt ? 2 : nil),
                Fact("validAt", Time(time).text),
                Fact("anchors", [Base64.encode(authority.receipts.root)]),
            ]
        }
    }

    /// Puts the fields that all kinds have around those of one kind.
    private func vector(
        kind: String, prefix: String, flaw: String?, code: AttestError.Code?, fields: () -> [Fact]
    ) throws(AttestError) -> VirtualVector {
        let profile = device.profile
        let valid = "\(prefix)-virtual-\(profile.system.rawValue)-\(profile.environment.rawValue)"
        let id = flaw.map { "\(valid)-\($0)" } ?? valid
        let launch = [
            Fact("allow", [Int(profile.launchCategory.rawValue)]),
            Fact("whenAbsent", code == .launchCategoryMissing ? "refuse" : "allow"),
        ]
        let head = [
            Fact("id", id),
            Fact("kind", kind),
            Fact("appId", profile.appID.text),
            Fact("environment", profile.environment.rawValue),
            Fact("keyId", keyID.base64),
            Fact("publicKey", Base64.encode(try device.publicKey(of: keyID).x963)),
        ]
        let tail = [
            Fact("launch", launch),
            Fact("expect", code.map { $0.isInVectors ? $0.rawValue : "valid" } ?? "valid"),
            Fact("notes", notes(flaw: flaw, code: code)),
        ]
        return VirtualVector(id: id, facts: head + fields() + tail)
    }

    private func notes(flaw: String?, code: AttestError.Code?) -> String {
        guard let flaw, let code else { return "Made by the virtual device, without a flaw." }
        guard code.isInVectors else {
            return
                "Made by the virtual device with the flaw \(flaw). Vectors do not state the policy that refuses it under "
                + "\(code.rawValue)."
        }
        return "Made by the virtual device with the flaw \(flaw). \(code.explanation)"
    }
}

extension AttestError.Code {
    /// Whether a vector can state the policy under which the code arises.
    var isInVectors: Bool {
        switch self {
        case .bundleVersionForbidden, .bundleVersionMissing, .receiptMissing: false
        default: true
        }
    }
}
