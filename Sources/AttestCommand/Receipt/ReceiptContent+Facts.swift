internal import AttestCore

extension ReceiptContent {
    /// What the receipt says, as names and values in a fixed order.
    var facts: [Fact] {
        [
            Fact("type", type?.rawValue ?? "unknown"),
            Fact("appID", appID).personal,
            Fact("environment", environment?.rawValue ?? (namesEnvironment ? "unknown" : "not named")),
            Fact("publicKey", Base64.encode(publicKey.x963)).personal,
            Fact("clientDataHash", clientDataHash.map { Base64.encode($0) }).personal,
            Fact("creationTime", Time(creationTime).text).dated,
            Fact("riskMetric", riskMetric.map { Int($0) }).personal,
            Fact("notBefore", notBefore.map { Time($0).text }).dated,
            Fact("expirationTime", expirationTime.map { Time($0).text }).dated,
            Fact("fields", fields.map { String($0.type) }.joined(separator: " ")),
        ]
    }
}
