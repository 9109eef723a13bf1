internal import FuzzDriver
internal import FuzzSetting

@testable internal import AttestCore

/// Reads an attestation object, and judges it on Apple's root with its own credential ID as the key ID.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { bytes in
        guard let object = try? AttestationObject(decoding: bytes) else { return }
        do {
            try judge(object)
        } catch {
            finding("the setting cannot be used: \(error)")
        }
    }
}

private func judge(_ object: AttestationObject) throws(AttestError) {
    let validator = try AttestationValidator(apps: [try Setting.policy()], anchors: .apple)
    let keyID = try KeyID(bytes: object.attestedCredential.credentialID)
    let hash = try Setting.clientDataHash()
    let report = validator.examine(object, keyID: keyID, clientDataHash: hash, at: Setting.time)
    do {
        let proof = try validator.validate(object, keyID: keyID, clientDataHash: hash, at: Setting.time)
        // Whoever gets another key past Apple's root has broken the verifier.
        require(proof.keyID.base64 == Setting.keyIDText, "accepted for another key than the sample's")
        guard case .success = report.result else { finding("validate accepts what examine refuses") }
    } catch {
        guard case .failure(let examined) = report.result else { finding("examine accepts what validate refuses") }
        require(examined.code == error.code, "\(examined) from examine, and \(error) from validate")
        require(error.isVerdict, "no verdict: \(error)")
    }
    describe(object)
}

/// What `attest inspect` shows.
private func describe(_ object: AttestationObject) {
    for certificate in object.chain.certificates {
        _ = certificate.subjectCommonName
        _ = certificate.issuerCommonName
        _ = certificate.namedAppID
        _ = certificate.extensionIDs.map(\.description)
    }
    _ = object.authenticatorData.extensions?.names
    _ = object.authenticatorData.extensions?.launchCategory?.description
    _ = object.authenticatorData.extensions?.bundleVersion.flatMap(BundleVersion.init(parsing:))
    _ = object.otherMembers
}

@main
enum FuzzAttestationObject {
    static func main() {
        unsafe runFuzzer(test)
    }
}
