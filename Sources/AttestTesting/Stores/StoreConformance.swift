internal import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The rules that every store must keep, as checks that any test framework can run.
///
/// In a test of your own store:
///
/// ```swift
/// for check in StoreConformance.checks {
///     try await check.run { try MyStore(…) }
/// }
/// ```
///
/// A store that is a `ReceiptStore` or a `NewKeyQuotaStore` as well has further checks, ``receiptChecks`` and
/// ``quotaChecks``, which are run in the same way.
///
/// Each check gets a store that is empty at first, and throws a ``StoreConformance/Violation`` that says what is wrong.
public enum StoreConformance {
    /// A rule that a store has broken.
    public struct Violation: Error, Sendable, CustomStringConvertible {
        /// The name of the check.
        public let check: String
        /// What was expected, and what happened.
        public let description: String
    }

    /// All checks of an `AttestStore`.
    public static let checks: [StoreCheck<any AttestStore>] = challengeChecks + counterChecks + keyChecks
}
