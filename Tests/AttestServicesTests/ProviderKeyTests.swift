import AttestCore
import AttestServices
import AttestTesting
import Foundation
import XCTest

final class ProviderKeyTests: XCTestCase {
    private func assertRefused(
        _ p8: String, keyID: String = "ABC123DEFG", teamID: String = "DEF123GHIJ", _ reason: String,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertThrowsError(
            try ProviderKey(p8: p8, keyID: keyID, teamID: teamID), file: file, line: line
        ) { error in
            XCTAssertEqual((error as? AttestError)?.code, .invalidConfiguration, "\(error)", file: file, line: line)
            XCTAssertTrue("\(error)".contains(reason), "\(error)", file: file, line: line)
        }
    }

    private func pem(_ body: String) -> String { pem("PRIVATE KEY", body) }

    private func pem(_ label: String, _ body: String) -> String {
        "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }

    func testIdentifiers() throws {
        let p8 = try TestProviderKey().p8
        for identifier in ["", "ABC123DEF", "ABC123DEFGH", "abc123defg", "ABC123DEF\"", "ABC123DE é", "ABC123DEF\n"] {
            assertRefused(p8, keyID: identifier, "key ID")
            assertRefused(p8, teamID: identifier, "team ID")
        }
        let key = try ProviderKey(p8: p8, keyID: "0123456789", teamID: "ZZZZZZZZZZ")
        XCTAssertEqual(key.keyID, "0123456789")
        XCTAssertEqual(key.teamID, "ZZZZZZZZZZ")
    }

    func testTextsThatOpenSSLReads() throws {
        let p8 = try TestProviderKey().p8
        for text in [p8, p8.replacingOccurrences(of: "\n", with: "\r\n"), "\n" + p8, "a comment\n" + p8 + "\n\n"] {
            XCTAssertNoThrow(try ProviderKey(p8: text, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        }
    }

    func testOtherTexts() throws {
        let p8 = try TestProviderKey().p8
        for text in ["", "AuthKey_ABC123DEFG.p8", "/etc/AuthKey.p8", pem("EC PRIVATE KEY", Self.ecPrivateKey)] {
            assertRefused(text, "no private key")
        }
        for text in [
            pem(""), pem("AAAA"), pem("not base64"), String(p8.dropLast(40)), String(p8.dropFirst(1)) + p8.prefix(27),
            p8.replacingOccurrences(of: "MIG", with: "MIH"),
        ] {
            assertRefused(text, "private key")
        }
        assertRefused(p8 + String(repeating: "\n", count: 4096), "too many")
    }

    /// What becomes of a key in an environment variable or a JSON file.
    func testLineBreaksThatAreWritten() throws {
        let p8 = try TestProviderKey().p8
        for lineBreak in [#"\n"#, #"\r\n"#, "\\n\n", #"\\n"#] {
            assertRefused(p8.replacingOccurrences(of: "\n", with: lineBreak), #"replace each \n by a line break"#)
        }
    }

    /// Were OpenSSL to ask for the passphrase, this test would wait for somebody to type.
    func testEncryptedKeys() {
        assertRefused(pem("ENCRYPTED PRIVATE KEY", Self.encrypted), "encrypted")
        assertRefused(
            pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA"), "encrypted")
        // With a lie in the label, OpenSSL finds no key in it.
        assertRefused(pem(Self.encrypted), "OpenSSL cannot read")
    }

    func testOtherKeys() {
        for key in [Self.p384, Self.secp256k1, Self.rsa, Self.ed25519] {
            assertRefused(pem(key), "not on the curve P-256")
        }
    }

    // Keys of another program (Python's cryptography 48), made for this test.

    private static let ecPrivateKey = """
        MHcCAQEEIHPd0q69O/EuFBa11nMuppzhB2dpFUysT7w8CEGEQKwJoAoGCCqGSM49
        AwEHoUQDQgAEyJuFp7BHpjUzKF62BznYcCCWwMJC8qyRD0PyxVlpoi4M8J62S/Or
        +uiO0rtejTGKgJkQLgMLEEnWXW3z14Xt5A==
        """
    private static let encrypted = """
        MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBCwKrWVp4GuXQshTw2J
        cFljAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQg9xYi8GiSJ5aXdWU
        RHecLwSBkIa5iG8W41djgtqMDfCQXT6QvWAVt/5xJRoUFFXK8QxSn/ZRHvNN8ne1
        vJz7uv93+Zq6YPQCgSzcgf3Xl+H82sMmrPAWft6f8KiUyHi8QMhmUW6gE+jIMsH/
        zrUEwD1T/R26cX5TRgvxGJewA0ePHaD3/77uXpAk4sKgL6ctQt5mdNcF2Tq9Y8Bl
        QOQt9+jLNQ==
        """
    private static let p384 = """
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBPpLwm1ar0lmysdodB
        ZHHMmgGnB0MI32gu/qKrUh4z8wyP2+Fq1GtDTbyurj9pJbKhZANiAATc58l+YXsB
        eEez8ua0d8J8aEKU6RzRmEc0gmqKPHyQiYRx2eUgd+o+qvpEk3iyJYicm8r3SNDO
        aqK0iZ9XKRaQ9ob64eTO1B1TqMGccmX6oxvtcW6WJV2EbZjUZbYZAro=
        """
    private static let secp256k1 = """
        MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgulbPwqbjTpSQ4vGiCqCP
        GWDiQbQk94HoN5LRAZQeE9WhRANCAATv81d+Efwvsk/ovUVUYWsIOm8VIPTzdaC8
        T8BvsZgvkoBWdh/z1KHpOzbOip89//BqG9iuSs4GhoZa6jhkzXRV
        """
    private static let ed25519 = "MC4CAQAwBQYDK2VwBCIEIGqZgAQgdW9GjBeW6S77NoJbOwAyjZJM197Re/LB934G"
    private static let rsa = """
        MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAJ0Y4QnL22anZ6pH
        hXrk6CS/GAvdxB0zS/i3J70e0SaEgYVMYLG+CjeWKQw7z4nxMGHwePU8bbe9iLBO
        hg6107Z/IBijiJyhzmw+8oBzCnv9CRUPUlHv1xuQh9BCIrEbJJ5dktU7Xf1UOzDf
        y3l0I9bjOA/3m1JBvjpVdiqRWTd3AgMBAAECgYAPfM1qxtM5epWIvwZUyE5umPxI
        5zMXYeBCg+QCDBC4iGWwe4go3cBqHH6texQJ2GJZtXhnTO7QJ3pbT1J+DsTxWGal
        jJETp0FR5aRulAG/itOzY2IydvTEbE5+I/PbwiPgopnF30x6lkLSTlW/UvG4rLHz
        GjtofdE9occczsTloQJBAM4a3dy02+ucxjqd7oTLMADiItFK0gDut7i+ZAosInZ+
        bqZTHNRKRQJDs31q9zRDgAiAyN2/mc972X3jhQhdiqcCQQDDIM8I+MBXiYZcMx67
        KT66ctqp5dOmMQrZIyZOoIxsozk+8HT2arIR9eHmZYPEc2666gCbC+mHjA7c2kzd
        bhaxAkEAt8RYwWs5E1FLpgQfIaQRfxgiNz5hFJfElCKeDDvh1olQm1hLwjUeZrB6
        n376P01YITzC3ITz3X3uJELy4MyWzQJAKyj2omVjJfmlXn9wLLXSyirdcvcC+Z+f
        Zqf/sSSR6vWvk9xcAqVW/eIFNZD+tFVUCMP5nlHkNbclEnS2y8OuAQJALbVYTf95
        A/K65aUeJFoW9iFFlPbSYyCltcjibXWifFtwKMGKCkSN0P7HatiKCMDBGwwFd4eh
        tIhnLKOFgjstGg==
        """
}
