/// What is sent to DeviceCheck; members that are nil are left out.
struct DeviceCheckBody: Encodable {
    /// In base64, without line breaks.
    let deviceToken: String
    /// Different for each request.
    let transactionID: String
    /// In milliseconds since 1970.
    let timestamp: Int64
    let bit0: Bool?
    let bit1: Bool?

    private enum CodingKeys: String, CodingKey {
        case deviceToken = "device_token"
        case transactionID = "transaction_id"
        case timestamp, bit0, bit1
    }
}
