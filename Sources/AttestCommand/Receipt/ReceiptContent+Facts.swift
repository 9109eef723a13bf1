internal import AttestCore

extension ReceiptContent {
    /// What the receipt says, as names and values in a fixed order.
    var facts: [Fact] {
        [
            Fact("type", type?.rawValue ?? "unknown"),
            Fact("appID", appID),
            Fact("environment", environment?.rawValue ?? "unknown"),
            Fact("publicKey", Base64.encode(publicKey.x963)),
            Fact("clientDataHash", Base64.encode(clientDataHash)),
            Fact("creationTime", Time(creationTime).text),
            Fact("riskMetric", riskMetric.map { Int($0) }),
            Fact("notBefore", notBefore.map { Time($0).text }),
            Fact("expirationTime", expirationTime.map { Time($0).text }),
            Fact("fields", fields.map { String($0.type) }.joined(separator: " ")),
        ]
    }
}
