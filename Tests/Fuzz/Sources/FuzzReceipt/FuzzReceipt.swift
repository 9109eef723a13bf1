internal import FuzzDriver
internal import FuzzSetting

@testable internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads a receipt, and judges it on Apple's root as one about the key that it names.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { bytes in
        checkReading(bytes)
        guard let receipt = try? Receipt(decoding: bytes) else { return }
        // OpenSSL reads the names in certificates as well, which are only compared here, so it may read nothing.
        if let content = contentByOpenSSL(of: bytes) {
            require(content == receipt.content, "OpenSSL reads another content")
        }
        do {
            try judge(receipt)
        } catch {
            finding("the setting cannot be used: \(error)")
        }
    }
}

/// What is read amid other bytes is the same.
private func checkReading(_ bytes: [UInt8]) {
    let alone = try? SignedData(decoding: bytes[...])
    let amid = try? SignedData(decoding: bytes.amidOthers)
    require(alone?.content == amid?.content, "another content amid other bytes")
    require(alone?.signer.signature.der == amid?.signer.signature.der, "another signature amid other bytes")
}

private func judge(_ receipt: Receipt) throws(AttestError) {
    let content = try? receipt.unprovenContent()
    let known = try KnownKey.publicKey()
    let subject = ReceiptSubject(
        appID: try AppID(Setting.appID), environment: content?.environment ?? .production,
        publicKey: content?.publicKey ?? known)
    let validator = try ReceiptValidator(anchors: .apple, maximumAge: .seconds(300))
    let report = validator.examine(receipt, of: subject, from: .stored)
    do {
        let proof = try validator.validate(receipt, of: subject, from: .stored)
        // Whoever gets another receipt past Apple's root has broken the verifier.
        let age = proof.content.creationTime.timeIntervalSince(Setting.receiptTime)
        require(abs(age) < 0.001, "accepted with another time than the sample's")
        require((try? proof.content.publicKey.keyID())?.base64 == Setting.keyIDText, "accepted for another key")
        guard case .success = report.result else { finding("validate accepts what examine refuses") }
    } catch {
        guard case .failure(let examined) = report.result else { finding("examine accepts what validate refuses") }
        require(examined.code == error.code, "\(examined) from examine, and \(error) from validate")
        require(error.isVerdict, "no verdict: \(error)")
    }
}

@main
enum FuzzReceipt {
    static func main() {
        unsafe runFuzzer(test)
    }
}
