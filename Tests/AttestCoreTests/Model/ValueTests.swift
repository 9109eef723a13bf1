import XCTest

@testable import AttestCore

/// The values that servers make from configuration, requests and storage.
final class ValueTests: XCTestCase {
    // MARK: Key ID

    func testKeyIDTexts() throws {
        let raw = bytes("ce0498f58483fbb4da0d7b2c63a5a538f552d4adcb9a4fa916195c49613e655d")
        for text in [
            "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=", "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0",
            "zgSY9YSD-7TaDXssY6WlOPVS1K3Lmk-pFhlcSWE-ZV0=", "zgSY9YSD-7TaDXssY6WlOPVS1K3Lmk-pFhlcSWE-ZV0",
        ] {
            let keyID = try KeyID(base64: text)
            XCTAssertEqual(keyID.bytes, raw)
            XCTAssertEqual(keyID.base64, "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=")
        }
        XCTAssertEqual(try KeyID(bytes: raw).bytes, raw)
    }

    func testOtherKeyIDTexts() {
        for text in [
            "", "=", "zgSY", "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV",
            "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk-pFhlcSWE-ZV0=",
            "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV1=",  // spare bits
            "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0==", " zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0",
            "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0\n", "zgSY9YSD+7TaDXssY6Wl=PVS1K3Lmk+pFhlcSWE+ZV0=",
            "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+Zé0=", String(repeating: "A", count: 1_000_000),
        ] { assertRefused(.malformedKeyID, text.prefix(60).description) { try KeyID(base64: text) } }
        assertRefused(.malformedKeyID) { try KeyID(bytes: [UInt8](repeating: 0, count: 31)) }
        assertRefused(.malformedKeyID) { try KeyID(bytes: [UInt8](repeating: 0, count: 33)) }
    }

    /// A plus sign that was not percent-encoded in a query string arrives as a space.
    func testTheContextNamesAKeyIDDamagedInAQueryString() throws {
        for (text, namesTheQuery) in [
            ("zgSY9YSD 7TaDXssY6WlOPVS1K3Lmk pFhlcSWE ZV0=", true),
            ("zgSY9YSD 7TaDXssY6WlOPVS1K3Lmk pFhlcSWE ZV0", true),
            ("zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE ZV0=", true),
            ("zgSY9YSD*7TaDXssY6WlOPVS1K3Lmk*pFhlcSWE*ZV0=", false),
            (" ", false), ("not a key ID", false), (String(repeating: " ", count: 1_000_000), false),
        ] {
            XCTAssertThrowsError(try KeyID(base64: text)) { error in
                let error = error as? AttestError
                XCTAssertEqual(error?.code, .malformedKeyID)
                XCTAssertEqual(error?.context.contains("query string"), namesTheQuery, error?.context ?? "")
                XCTAssertEqual(error?.context.contains("zgSY"), false, "the context holds nothing of the input")
            }
        }
    }

    // MARK: Client data hash

    func testClientDataHash() throws {
        XCTAssertEqual(
            try ClientDataHash(sha256Of: "abc".utf8).bytes,
            bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        XCTAssertEqual(
            try ClientDataHash(sha256Of: [UInt8]()).bytes,
            bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
        for count in [1, 24, 32, 128] {
            XCTAssertEqual(try ClientDataHash(bytes: [UInt8](repeating: 1, count: count)).bytes.count, count)
        }
        for count in [0, 129] {
            assertRefused(.malformedClientDataHash) { try ClientDataHash(bytes: [UInt8](repeating: 1, count: count)) }
        }
    }

    // MARK: App ID

    func testAppID() throws {
        let appID = try AppID("1234567890.com.example.myapp")
        XCTAssertEqual(appID.rpIDHash, bytes("f4466d68f91eb6c10620cb7e63c7283244685ee1d6467b54160e753172057f03"))
        XCTAssertEqual("\(appID)", "1234567890.com.example.myapp")
        for text in ["A1B2C3D4E5.app", "A1B2C3D4E5.com.Example-App.x_y.Z", "675K9LFN6R.ed2aefa3f8bf2c63.675K9LFN6R"] {
            XCTAssertEqual(try AppID(text).text, text)
        }
    }

    func testOtherAppIDs() {
        for text in [
            "", ".", "com.example.app", "A1B2C3D4E5", "A1B2C3D4E5.", ".com.example.app", "A1B2C3D4E5.com.example.*",
            "A1B2C3D4E5.com example", "A1B2C3D4E5.com.example.app\n", " A1B2C3D4E5.com.example.app",
            "A1B2C3D4e5.com.example",
            "A1B2C3D4E5.com.exämple", "A1B2C3D4E5..", "A1B2C3D4E5..com", "A1B2C3D4E5..com.example",
            "A1B2C3D4E5.com..example", "A1B2C3D4E5.com.example.", "A1B2C3D4E5.com.example..",
        ] { assertRefused(.malformedAppID, text) { try AppID(text) } }
    }

    // MARK: Public key

    func testPublicKey() throws {
        let point = [0x04] + [UInt8](repeating: 7, count: 64)
        XCTAssertEqual(try P256PublicKey(x963: point).x963, point)
        for wrong in [[], [0x04], Array(point.dropLast()), point + [0], [0x02] + point.dropFirst()] as [[UInt8]] {
            assertRefused(.malformedPublicKey) { try P256PublicKey(x963: wrong) }
        }
    }

    // MARK: Bundle version

    func testBundleVersionOrder() throws {
        let sorted = ["0", "1", "1.0.1", "1.2", "1.2.3", "1.10", "2.9", "2.10", "1314"]
        for (index, text) in sorted.enumerated() {
            for (other, otherText) in sorted.enumerated() {
                XCTAssertEqual(
                    try BundleVersion(text) < BundleVersion(otherText), index < other, "\(text) \(otherText)")
            }
        }
        // A number has no upper bound, and zeros before it change nothing.
        XCTAssertLessThan(try BundleVersion("4294967295"), try BundleVersion("4294967296"))
        XCTAssertLessThan(try BundleVersion("99999999999999999999"), try BundleVersion("202610011530202610011530"))
        XCTAssertEqual(try BundleVersion("007"), try BundleVersion("7"))
        XCTAssertLessThan(try BundleVersion("0010"), try BundleVersion("11"))
        XCTAssertEqual(try BundleVersion("1.0"), try BundleVersion("1"))
        XCTAssertEqual(try BundleVersion("0.0.0"), try BundleVersion("0"))
        for text in ["", ".", "1.", ".1", "1..2", "1.2.3.4", "a", "1a", "-1", "+1", " 1", "-0", "٣"] {
            assertRefused(.invalidConfiguration, text) { try BundleVersion(text) }
        }
        // Of a device's version, what follows the third number is ignored, as Apple's systems do; it is not to be configured.
        XCTAssertEqual(BundleVersion(parsing: "1.2.3.4"), try BundleVersion("1.2.3"))
        XCTAssertEqual(BundleVersion(parsing: "1.2.3.4.5.6"), try BundleVersion("1.2.3"))
        for text in ["1.2.3.", "1.2.3.x", "1.2.3.-0", "-0", "+1", ""] {
            XCTAssertNil(BundleVersion(parsing: text), text)
        }
    }

    // MARK: Environment

    func testEnvironments() {
        XCTAssertEqual(AttestEnvironment.production.aaguid, bytes("617070617474657374 00000000000000"))
        XCTAssertEqual(AttestEnvironment.development.aaguid, Array("appattestdevelop".utf8))
        for environment in AttestEnvironment.allCases {
            XCTAssertEqual(AttestEnvironment(aaguid: environment.aaguid), environment)
        }
        XCTAssertNil(AttestEnvironment(aaguid: Array("appattestsandbox".utf8)))
        XCTAssertNil(AttestEnvironment(aaguid: Array("appattest".utf8)))
        XCTAssertNil(AttestEnvironment(aaguid: Array("appattest".utf8) + [0, 0, 0, 0, 0, 0, 1]))
        XCTAssertNil(AttestEnvironment(aaguid: []))
    }

    // MARK: Launch category

    func testLaunchCategoryNames() {
        XCTAssertEqual(LaunchCategory.appStore.description, "4 (App Store)")
        XCTAssertEqual(LaunchCategory(rawValue: 7).description, "7")
    }

    // MARK: Errors

    func testEveryCodeExplainsItself() {
        for code in AttestError.Code.allCases {
            XCTAssertGreaterThan(code.explanation.count, 30, code.rawValue)
            XCTAssertTrue(code.explanation.hasSuffix("."), code.rawValue)
        }
        XCTAssertEqual(Set(AttestError.Code.allCases.map(\.explanation)).count, AttestError.Code.allCases.count)
        XCTAssertEqual(Set(AttestError.Code.allCases.map(\.category)), Set(AttestError.Category.allCases))
    }
}
