internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Vector {
    /// What came of a vector.
    enum Outcome: Equatable {
        /// Accepted, and the proof says what the vector says.
        case valid
        /// Refused under a code.
        case refused(AttestError.Code)
        /// Accepted, but the proof says something else than the vector.
        case differing(String)
        /// Of a kind that cannot be verified yet.
        case skipped
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
            return .skipped
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

    private func policy(appID: String) throws(AttestError) -> AppPolicy {
        try AppPolicy(
            appID: appID,
            environments: environment?.allowed ?? Set(AttestEnvironment.allCases),
            launch: launch?.policy ?? .any,
            platform: platform == .macOS ? .macOS : .asCertified)
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
        guard let time = Time(try vector.required(vector.validAt, "validAt")) else {
            throw UsageError("\(vector.id): validAt is not an ISO 8601 time such as 2026-04-21T18:13:12Z")
        }
        self.time = time.date
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
