internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Vector {
    /// The outcome of a vector.
    enum Outcome: Equatable {
        /// Accepted, and the proof says what the vector says.
        case valid
        /// Refused under a code.
        case refused(AttestError.Code)
        /// Accepted, but the proof differs from the vector.
        case differing(String)
    }

    /// Verifies the object with what the vector gives.
    ///
    /// - Throws: A `UsageError` when a field that this kind needs is missing or cannot be read.
    func verify() throws(UsageError) -> Outcome {
        switch kind {
        case .attestation:
            let fields = try AttestationFields(self)
            do {
                return try verify(attestation: fields)
            } catch {
                return .refused(error.code)
            }
        case .assertion:
            let fields = try AssertionFields(self)
            do {
                return try verify(assertion: fields)
            } catch {
                return .refused(error.code)
            }
        case .receipt:
            let fields = try ReceiptFields(self)
            do {
                return try verify(receipt: fields)
            } catch {
                return .refused(error.code)
            }
        }
    }

    private func verify(attestation fields: AttestationFields) throws(AttestError) -> Outcome {
        let anchors = try fields.anchors.map { (anchors) throws(AttestError) in try TrustAnchors(der: anchors) }
        let proof = try AttestationValidator(apps: [try policy(appID: fields.appID)], anchors: anchors ?? .apple)
            .validate(
                try AttestationObject(decoding: fields.object),
                keyID: try KeyID(base64: fields.keyID),
                clientDataHash: try ClientDataHash(bytes: fields.clientDataHash),
                at: fields.time)
        if let expected = fields.publicKey, expected != proof.publicKey.x963 { return .differing("another public key") }
        return .valid
    }

    private func verify(assertion fields: AssertionFields) throws(AttestError) -> Outcome {
        let proof = try AssertionValidator(apps: [try policy(appID: fields.appID)])
            .validate(
                try AssertionObject(decoding: fields.object),
                clientDataHash: try ClientDataHash(bytes: fields.clientDataHash),
                publicKey: try P256PublicKey(x963: fields.publicKey),
                after: fields.previousCounter)
        if let expected = counter, expected != proof.counter { return .differing("counter \(proof.counter)") }
        return .valid
    }

    private func verify(receipt fields: ReceiptFields) throws(AttestError) -> Outcome {
        let anchors = try fields.anchors.map { (anchors) throws(AttestError) in try ReceiptAnchors(der: anchors) }
        let receipt = try Receipt(decoding: fields.object)
        let unproven = try receipt.unprovenContent()
        // What the vector does not name is not judged, so the receipt is held against itself there.
        let subject = ReceiptSubject(
            appID: try AppID(fields.appID),
            environment: fields.environment ?? unproven.environment ?? .production,
            publicKey: try fields.publicKey.map { (key) throws(AttestError) in try P256PublicKey(x963: key) }
                ?? unproven.publicKey)
        let origin: ReceiptOrigin =
            switch fields.type {
            case .attest:
                .attestation(
                    // For a receipt without one, which is then refused for that.
                    clientDataHash: try ClientDataHash(
                        bytes: fields.clientDataHash ?? unproven.clientDataHash ?? [UInt8](repeating: 0, count: 32)),
                    receivedAt: fields.time)
            case .receipt: .exchange(receivedAt: fields.time)
            case nil: .stored
            }
        let content = try ReceiptValidator(anchors: anchors ?? .apple, maximumAge: .seconds(300))
            .validate(receipt, of: subject, from: origin).content

        if let riskMetric, content.riskMetric != riskMetric { return .differing("another risk metric") }
        let times: [(String, Date?, Date?)] = [
            ("creationTime", fields.creationTime, content.creationTime),
            ("notBefore", fields.notBefore, content.notBefore),
            ("expirationTime", fields.expirationTime, content.expirationTime),
        ]
        // To the millisecond, in which receipts give their times.
        for (name, expected, time) in times {
            guard let expected else { continue }
            guard let time, abs(time.timeIntervalSince(expected)) < 0.0005 else { return .differing("another \(name)") }
        }
        return .valid
    }

    private func policy(appID: String) throws(AttestError) -> AppPolicy {
        try AppPolicy(
            appID: appID,
            environments: environment?.allowed ?? Set(AttestEnvironment.allCases),
            launch: launch?.policy ?? .any,
            platform: platform?.policy ?? .asCertified)
    }
}

/// The fields of an attestation vector, there and decoded.
private struct AttestationFields {
    let appID: String
    let keyID: String
    let clientDataHash: [UInt8]
    let object: [UInt8]
    let publicKey: [UInt8]?
    let time: Date
    let anchors: [[UInt8]]?

    init(_ vector: Vector) throws(UsageError) {
        appID = try vector.required(vector.appId, "appId")
        _ = try vector.required(vector.environment, "environment")
        keyID = try vector.required(vector.keyId, "keyId")
        clientDataHash = try vector.base64(vector.clientDataHash, "clientDataHash")
        object = try vector.base64(vector.object, "object")
        publicKey = vector.publicKey == nil ? nil : try vector.base64(vector.publicKey, "publicKey")
        time = try vector.time(vector.validAt, "validAt")
        anchors = try vector.anchors?.map { (anchor) throws(UsageError) in try vector.base64(anchor, "anchors") }
    }
}

/// The fields of a receipt vector, there and decoded.
private struct ReceiptFields {
    let appID: String
    let environment: AttestEnvironment?
    let object: [UInt8]
    let type: ReceiptType?
    let publicKey: [UInt8]?
    let clientDataHash: [UInt8]?
    let time: Date
    let creationTime, notBefore, expirationTime: Date?
    let anchors: [[UInt8]]?

    init(_ vector: Vector) throws(UsageError) {
        appID = try vector.required(vector.appId, "appId")
        environment =
            switch try vector.required(vector.environment, "environment") {
            case .production: .production
            case .development: .development
            case .any: nil
            }
        object = try vector.base64(vector.object, "object")
        type = try vector.type.map { (text) throws(UsageError) in
            guard let type = ReceiptType(rawValue: text) else {
                throw UsageError("\(vector.id): type is neither ATTEST nor RECEIPT")
            }
            return type
        }
        publicKey = vector.publicKey == nil ? nil : try vector.base64(vector.publicKey, "publicKey")
        clientDataHash = vector.clientDataHash == nil ? nil : try vector.base64(vector.clientDataHash, "clientDataHash")
        time = try vector.time(vector.validAt, "validAt")
        creationTime = vector.creationTime == nil ? nil : try vector.time(vector.creationTime, "creationTime")
        notBefore = vector.notBefore == nil ? nil : try vector.time(vector.notBefore, "notBefore")
        expirationTime = vector.expirationTime == nil ? nil : try vector.time(vector.expirationTime, "expirationTime")
        anchors = try vector.anchors?.map { (anchor) throws(UsageError) in try vector.base64(anchor, "anchors") }
    }
}

/// The fields of an assertion vector, there and decoded.
private struct AssertionFields {
    let appID: String
    let clientDataHash: [UInt8]
    let object: [UInt8]
    let publicKey: [UInt8]
    let previousCounter: UInt32

    init(_ vector: Vector) throws(UsageError) {
        appID = try vector.required(vector.appId, "appId")
        clientDataHash = try vector.base64(vector.clientDataHash, "clientDataHash")
        object = try vector.base64(vector.object, "object")
        publicKey = try vector.base64(vector.publicKey, "publicKey")
        previousCounter = try vector.required(vector.previousCounter, "previousCounter")
    }
}

extension Vector {
    fileprivate func required<Value>(_ value: Value?, _ field: String) throws(UsageError) -> Value {
        guard let value else { throw UsageError("\(id): \(field) is missing, and this kind of vector needs it") }
        return value
    }

    fileprivate func time(_ text: String?, _ field: String) throws(UsageError) -> Date {
        guard let time = Time(try required(text, field)) else {
            throw UsageError("\(id): \(field) is not an ISO 8601 time such as 2026-04-21T18:13:12Z")
        }
        return time.date
    }

    fileprivate func base64(_ text: String?, _ field: String) throws(UsageError) -> [UInt8] {
        guard let bytes = Base64.decode(try required(text, field)) else {
            throw UsageError("\(id): \(field) is not base64")
        }
        return bytes
    }
}

extension Vector.Environment {
    var allowed: Set<AttestEnvironment> {
        switch self {
        case .production: [.production]
        case .development: [.development]
        case .any: Set(AttestEnvironment.allCases)
        }
    }
}

extension Vector.Launch {
    fileprivate var policy: LaunchPolicy {
        .allowing(Set(allow.map(LaunchCategory.init)), whenAbsent: whenAbsent == .allow ? .allow : .refuse)
    }
}
