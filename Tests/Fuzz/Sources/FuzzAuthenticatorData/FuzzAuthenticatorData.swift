internal import FuzzDriver

@testable internal import AttestCore

/// Reads authenticator data as an attestation's and as an assertion's.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { bytes in
        checkAttestation(bytes)
        checkAssertion(bytes)
    }
}

private func checkAttestation(_ bytes: [UInt8]) {
    let alone = Reading { () throws(AttestError) in try AuthenticatorData.decodeAttestation(bytes[...]) }
    let amid = Reading { () throws(AttestError) in try AuthenticatorData.decodeAttestation(bytes.amidOthers) }
    require(alone.code == amid.code, "an attestation's: \(alone.outcome) alone, \(amid.outcome) amid other bytes")
    guard let (data, credential) = alone.value, let (_, other) = amid.value else { return }
    checkHead(of: data, in: bytes)
    require(credential.aaguid == Array(bytes[37..<53]), "another AAGUID")
    require(bytes[53] == 0 && bytes[54] == 32, "another length of the credential ID")
    require(credential.credentialID == Array(bytes[55..<87]), "another credential ID")
    require(credential.publicKey == other.publicKey, "another key amid other bytes")
}

private func checkAssertion(_ bytes: [UInt8]) {
    let alone = Reading { () throws(AttestError) in try AuthenticatorData.decodeAssertion(bytes[...]) }
    let amid = Reading { () throws(AttestError) in try AuthenticatorData.decodeAssertion(bytes.amidOthers) }
    require(alone.code == amid.code, "an assertion's: \(alone.outcome) alone, \(amid.outcome) amid other bytes")
    guard let data = alone.value else { return }
    checkHead(of: data, in: bytes)
    require((data.extensions == nil) == (bytes.count == 37), "extensions that are not the bytes that remain")
}

/// The fields at fixed places, and what hashes are taken of.
private func checkHead(of data: AuthenticatorData, in bytes: [UInt8]) {
    require(Array(data.bytes) == bytes, "other bytes than those that were read")
    require(data.rpIDHash == Array(bytes[..<32]), "another RP ID hash")
    require(data.flags.rawValue == bytes[32], "other flags")
    let counter = UInt32(bytes[33]) << 24 | UInt32(bytes[34]) << 16 | UInt32(bytes[35]) << 8 | UInt32(bytes[36])
    require(data.counter == counter, "another counter")
    if let extensions = data.extensions {
        require(extensions.names.count == extensions.entries.entries.count, "extensions without a name")
        _ = extensions.launchCategory?.description
        _ = extensions.bundleVersion.flatMap(BundleVersion.init(parsing:))
    }
}

/// What came of reading: the value, or the code of the refusal.
private struct Reading<Value> {
    let value: Value?
    let code: AttestError.Code?

    init(_ read: () throws(AttestError) -> Value) {
        do {
            value = try read()
            code = nil
        } catch {
            value = nil
            code = error.code
        }
    }

    var outcome: String { code?.rawValue ?? "read" }
}

@main
enum FuzzAuthenticatorData {
    static func main() {
        unsafe runFuzzer(test)
    }
}
