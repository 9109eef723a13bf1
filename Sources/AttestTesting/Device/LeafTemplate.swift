internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The certificates that Apple issues for attested keys, as seen on genuine devices of each profile.
package enum LeafTemplate {
    package static let nonceID = "1.2.840.113635.100.8.2"
    package static let keyDescriptionID = "1.2.840.113635.100.8.5"
    package static let accessPolicyID = "1.2.840.113635.100.8.6"
    package static let operatingSystemID = "1.2.840.113635.100.8.7"
    private static let extendedKeyUsageID = "2.5.29.37"

    /// A leaf for a key; the nonce extension is there without its nonce, which is not known yet.
    static func make(
        _ profile: DeviceProfile, spki: [UInt8], keyID: KeyID, at time: Date
    ) -> CertificateTemplate {
        let milliseconds = UInt64(max(0, time.timeIntervalSince1970 * 1000))
        let hex = Hex.encode(keyID.bytes)
        var extensions: [CertificateTemplate.Extension] = [.basicConstraints(isCA: false), .keyUsage(0xf0)]
        if profile.system != .iOS14 {
            extensions.append(
                .init(extendedKeyUsageID, DER.sequence(DER.objectIdentifier("1.2.840.113635.100.4.24"))))
        }
        extensions.append(.init(keyDescriptionID, keyDescription(profile)))
        extensions.append(.init(operatingSystemID, operatingSystem(profile)))
        extensions.append(.init(nonceID, []))
        if let policy = accessPolicy(profile) {
            extensions.append(.init(accessPolicyID, policy))
        }
        return CertificateTemplate(
            serialNumber: (0..<6).reversed().map { UInt8(milliseconds >> ($0 * 8) & 0xff) },
            issuer: TestAuthority.intermediateName,
            notBefore: time.addingTimeInterval(-86_400),
            notAfter: time.addingTimeInterval(2 * 86_400),
            subject: CertificateTemplate.name([
                ("2.5.4.3", hex), ("2.5.4.11", "AAA Certification"), ("2.5.4.10", "Apple Inc."),
                ("2.5.4.8", "California"),
            ]),
            spki: spki,
            extensions: extensions)
    }

    /// The value of the nonce extension: `SEQUENCE { [1] EXPLICIT OCTET STRING }`.
    package static func nonceExtension(_ nonce: [UInt8]) -> [UInt8] {
        DER.sequence(DER.explicit(1, DER.octetString(nonce)))
    }

    /// Extension 8.5, which holds the App ID among numbers whose meaning is not known.
    private static func keyDescription(_ profile: DeviceProfile) -> [UInt8] {
        func number(_ tag: UInt32, _ value: UInt8) -> [UInt8] { DER.explicit(tag, DER.integer(value)) }
        let appID = DER.explicit(1204, DER.octetString(profile.appID.text))
        switch profile.system {
        case .iOS14:
            return DER.sequence(
                number(4, 10), number(1200, 1), number(1201, 0), number(1202, 0), number(1203, 1), appID,
                DER.explicit(5, DER.octetString(" sks")),
                number(1206, 5), number(1207, 0), number(1209, 0), number(1210, 0))
        case .iOS18:
            return DER.sequence(
                number(4, 10), number(1200, 1), number(1201, 0), number(1202, 1), number(1203, 1), appID,
                DER.explicit(5, DER.octetString("sks ")),
                number(1206, 5), number(1207, 0), number(1209, 0), number(1210, 0), number(1211, 0), number(10, 0),
                DER.explicit(1212, DER.element([0x02], Array("sks ".utf8))))
        case .iOS26, .iOS27ClearFlag, .iOS27, .macOS27:
            return DER.sequence(
                number(4, profile.system.isMacOS ? 13 : 10),
                number(1200, 0), number(1201, 0), number(1202, 0), number(1203, 0), appID,
                number(1206, 4), number(1207, 0), number(1209, 0), number(1210, 0), number(1211, 0), number(10, 0))
        }
    }

    /// Extension 8.7: the version and build of the system, and its platform.
    package static func operatingSystem(_ profile: DeviceProfile) -> [UInt8] {
        func number(_ tag: UInt32, _ value: UInt8) -> [UInt8] { DER.explicit(tag, DER.integer(value)) }
        func text(_ tag: UInt32, _ text: String) -> [UInt8] { DER.explicit(tag, DER.octetString(text)) }
        let (version, build, train): (String, String, String) =
            switch profile.system {
            case .iOS14: ("14.3", "", "")
            case .iOS18: ("18.5", "22F75", "22.6.75.0.0,0")
            case .iOS26: ("26.2.1", "23C71", "23.3.71.0.0,0")
            case .iOS27ClearFlag: ("27.0", "24A325b", "24.1.325.0.2,0")
            case .iOS27: ("27.0.1", "24A446", "24.1.446.0.0,0")
            case .macOS27: ("27.0", "26A5425a", "26.1.425.5.1,0")
            }
        guard profile.system != .iOS14 else { return DER.sequence(text(1400, version)) }

        let head = [
            text(1400, version), number(1104, profile.system == .iOS18 ? 0 : 2), text(1401, "1.0.248"),
            text(1403, build),
            text(1404, version), text(1405, version), number(1406, 0),
        ]
        let middle =
            profile.system == .iOS18
            ? []
            : [
                number(1407, 0), number(1408, 0), number(1409, 0), number(1410, 0), number(1411, 0),
                number(1412, profile.system.isMacOS ? 0 : 1), number(1413, 0),
            ]
        let tail = [
            text(1418, train), text(1419, train), text(1420, train),
            text(1026, profile.system.isMacOS ? "macosx" : "iphoneos"),
        ]
        let variant = profile.system == .iOS27ClearFlag ? [text(1029, "Internal")] : []
        return DER.sequence(of: head + middle + tail + variant)
    }

    /// Extension 8.7 with two entries only.
    package static func operatingSystem(version: String, platform: String) -> [UInt8] {
        DER.sequence(
            DER.explicit(1400, DER.octetString(version)), DER.explicit(1026, DER.octetString(platform)))
    }

    /// Extension 8.6: which operations the key allows; systems before iOS 26 have none.
    private static func accessPolicy(_ profile: DeviceProfile) -> [UInt8]? {
        switch profile.system {
        case .iOS14, .iOS18: nil
        case .iOS26, .iOS27ClearFlag, .iOS27: accessPolicy(allowing: ["okd", "oa", "osgn", "odel", "ock"])
        case .macOS27: accessPolicy(list: macOSFullSecurity)
        }
    }

    /// An access policy: `[3]` of an octet string that holds "11" and the operations, each `[1] TRUE`.
    package static func accessPolicy(allowing operations: [String]) -> [UInt8] {
        let allowed = operations.map { DER.sequence(DER.utf8String($0), DER.explicit(1, DER.boolean(true))) }
        return accessPolicy(list: DER.sequence(DER.utf8String("11"), DER.sequence(of: allowed)))
    }

    private static func accessPolicy(list: [UInt8]) -> [UInt8] {
        DER.sequence(DER.explicit(3, DER.octetString(list)))
    }

    /// The published list of a Mac in full security mode, built from its parts.
    private static let macOSFullSecurity: [UInt8] = {
        let allowed = ["ok", "oa", "odel"].map { DER.sequence(DER.utf8String($0), DER.explicit(1, DER.boolean(true))) }
        let secureBoot = DER.sequence(
            DER.utf8String("osgn"),
            DER.explicit(0, DER.utf8String("rsec")),
            DER.sequence(DER.explicit(6, DER.integer(1))))
        return DER.sequence(DER.utf8String("11"), DER.sequence(of: allowed + [secureBoot]))
    }()
}
