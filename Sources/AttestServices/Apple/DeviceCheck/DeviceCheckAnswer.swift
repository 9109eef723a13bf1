/// What DeviceCheck answers to a query about a device that has bits; other members are ignored.
struct DeviceCheckAnswer: Decodable {
    let bits: DeviceBits

    private enum CodingKeys: String, CodingKey {
        case bit0, bit1
        case lastUpdate = "last_update_time"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let lastUpdate = try members.decodeIfPresent(String.self, forKey: .lastUpdate).map { text in
            guard let month = DeviceBits.YearAndMonth(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .lastUpdate, in: members, debugDescription: "not a year and a month")
            }
            return month
        }
        bits = DeviceBits(
            bit0: try members.decode(Bool.self, forKey: .bit0), bit1: try members.decode(Bool.self, forKey: .bit1),
            lastUpdate: lastUpdate)
    }
}
