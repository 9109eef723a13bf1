public import AttestCore

/// The outcome of a ceremony, for the operator's logs and metrics; nothing of it is for clients.
public struct VerificationEvent: Sendable {
    /// The ceremony.
    public let ceremony: ChallengePurpose
    /// The refusal or failure; nil when the ceremony succeeded.
    ///
    /// An `AttestError`, unless the task was cancelled.
    public let error: (any Error)?
    /// What the store threw, if the code is storeFailure.
    ///
    /// It may hold what the store puts into its errors.
    public let storeError: (any Error)?
    /// How long the ceremony took, with the store's part of it.
    public let duration: Duration
    /// The app, as far as it is known.
    public let appID: AppID?
    /// The environment, as far as it is known.
    public let environment: AttestEnvironment?
    /// The first 8 characters of the key ID; nil when the client sent none.
    public let keyIDPrefix: String?
    /// What the object holds beside what is judged; nil when it could not be read.
    public let observations: ObjectObservations?
    /// What the risk policy says; nil without one, and when the ceremony did not get so far.
    public let risk: RiskDecision?

    /// The code of the refusal or failure; nil when the ceremony succeeded or was cancelled.
    public var code: AttestError.Code? { (error as? AttestError)?.code }

    /// Whether the ceremony succeeded.
    public var isAccepted: Bool { error == nil }
}
