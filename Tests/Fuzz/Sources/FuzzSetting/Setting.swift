public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What all inputs are verified against: that of Apple's sample of 2026, so that one seed is accepted.
public enum Setting {
    public static let appID = "1234567890.com.example.myapp"

    public static let keyIDText = "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0="

    /// 2026-04-21T18:13:12Z.
    public static let time = Date(timeIntervalSince1970: 1_776_795_192)

    /// When the sample's receipt was made.
    public static let receiptTime = Date(timeIntervalSince1970: 1_776_795_192.153)

    public static func clientDataHash() throws(AttestError) -> ClientDataHash {
        try ClientDataHash(bytes: "example_server_challenge".utf8)
    }

    public static func policy() throws(AttestError) -> AppPolicy {
        try AppPolicy(appID: appID, environments: Set(AttestEnvironment.allCases), launch: .any)
    }
}
