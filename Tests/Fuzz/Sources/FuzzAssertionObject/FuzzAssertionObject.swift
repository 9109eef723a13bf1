internal import FuzzDriver
internal import FuzzSetting

@testable internal import AttestCore

/// Reads an assertion, and judges it with a key that seeds are signed with.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { bytes in
        guard let object = try? AssertionObject(decoding: bytes) else { return }
        do {
            try judge(object)
        } catch {
            finding("the setting cannot be used: \(error)")
        }
    }
}

private func judge(_ object: AssertionObject) throws(AttestError) {
    let validator = try AssertionValidator(apps: [try Setting.policy()])
    let hash = try Setting.clientDataHash()
    let key = try KnownKey.publicKey()
    let report = validator.examine(object, clientDataHash: hash, publicKey: key, after: 0)
    do {
        let proof = try validator.validate(object, clientDataHash: hash, publicKey: key, after: 0)
        require(proof.counter > 0, "accepted with a counter that is not above the last one")
        require(
            object.authenticatorData.rpIDHash == (try AppID(Setting.appID)).rpIDHash, "accepted for another app")
        guard case .success = report.result else { finding("validate accepts what examine refuses") }
    } catch {
        guard case .failure(let examined) = report.result else { finding("examine accepts what validate refuses") }
        require(examined.code == error.code, "\(examined) from examine, and \(error) from validate")
        require(error.isVerdict, "no verdict: \(error)")
    }
}

@main
enum FuzzAssertionObject {
    static func main() {
        unsafe runFuzzer(test)
    }
}
