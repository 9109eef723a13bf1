internal import AttestCore

extension AuthenticatorDataDraft {
    /// What a device of a profile writes.
    package init(_ profile: DeviceProfile, counter: UInt32, credential: [UInt8]) {
        rpIDHash = profile.appID.rpIDHash
        flags = profile.system.flags
        self.counter = counter
        self.credential = credential
        extensions = profile.system.sendsExtensions ? Self.extensions(profile) : nil
    }

    /// AAGUID, the length of the credential ID, the credential ID, and the COSE key.
    package static func credential(aaguid: [UInt8], credentialID: [UInt8], coseKey: [UInt8]) -> [UInt8] {
        aaguid + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xff)] + credentialID + coseKey
    }

    /// {1: 2, 3: -7, -1: 1, -2: x, -3: y}, in this order.
    package static func coseKey(_ point: [UInt8]) -> [UInt8] {
        let entries: [(CBORValue, CBORValue)] = [
            (.unsigned(1), .unsigned(2)),
            (.unsigned(3), .negative(6)),
            (.negative(0), .unsigned(1)),
            (.negative(1), .bytes(point[1..<33])),
            (.negative(2), .bytes(point[33..<65])),
        ]
        return CBORValue.head(5, UInt64(entries.count)) + entries.flatMap { $0.0.encoded + $0.1.encoded }
    }

    /// Devices write shorter keys first, and the launch category as four little-endian bytes.
    static func extensions(_ profile: DeviceProfile) -> [(String, CBORValue)] {
        let category = (0..<4).map { UInt8(profile.launchCategory.rawValue >> ($0 * 8) & 0xff) }
        let launchCategory = ("apple_validation_category_01", CBORValue.bytes(category[...]))
        guard profile.system.isMacOS else {
            return [("apple_bundle_version_01", .text(CBORText(profile.bundleVersion))), launchCategory]
        }
        return [
            ("apple_cd_hash_hash_01", .bytes(Array(repeating: 0xcd, count: 32)[...])),
            ("apple_cd_hash_type_01", .bytes([2])),
            launchCategory,
        ]
    }
}
