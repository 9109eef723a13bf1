public import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Apple's services for App Attest receipts and for DeviceCheck, in software, on a port of this machine.
///
/// Give ``url`` to your server as the gateway to Apple's hosts. Every request must carry a provider token signed by the
/// given key; then receipts are exchanged by a closure, and two bits are kept for every device token. Replies that are
/// queued with ``enqueue(_:)`` come first, whatever the request.
public final class FakeAppleServices: Sendable {
    /// Makes a newer receipt out of one, in an environment; may throw a ``Refusal``.
    public typealias Exchange = @Sendable (_ receipt: [UInt8], _ environment: AttestEnvironment) throws -> [UInt8]

    /// What an exchange throws to have a documented status answered.
    public struct Refusal: Error, Sendable {
        /// The status, such as 304 or 404.
        public let status: Int
        /// The text of the body.
        public let text: String

        /// Makes a refusal.
        ///
        /// - Parameters:
        ///   - status: The status, such as 304 or 404.
        ///   - text: The text of the body.
        public init(status: Int, text: String) {
            self.status = status
            self.text = text
        }
    }

    private let services: FakeAppleHandler
    private let server: LoopbackServer

    /// Starts fake services.
    ///
    /// - Parameters:
    ///   - keyID: The identifier of the key that signs provider tokens.
    ///   - teamID: The identifier of its team.
    ///   - publicKey: Its public half.
    ///   - clock: The current time.
    ///   - exchange: Makes newer receipts; without it, there is no data for any receipt.
    /// - Throws: `internalFailure` when the system gives no port.
    public init(
        keyID: String, teamID: String, publicKey: P256PublicKey, clock: @escaping @Sendable () -> Date = { Date() },
        exchange: @escaping Exchange = { _, _ in throw Refusal(status: 404, text: "No Data Found") }
    ) throws(AttestError) {
        let tokens = ProviderTokenCheck(keyID: keyID, teamID: teamID, publicKey: publicKey)
        let services = FakeAppleHandler(tokens: tokens, clock: clock, exchange: exchange)
        self.services = services
        server = try LoopbackServer { connection in
            guard let request = connection.request() else { return }
            connection.send(services.reply(to: request))
        }
    }

    /// Starts fake services for a test key.
    ///
    /// - Parameters:
    ///   - key: The key that signs provider tokens.
    ///   - clock: The current time.
    ///   - exchange: Makes newer receipts; without it, there is no data for any receipt.
    /// - Throws: `internalFailure` when the system gives no port.
    public convenience init(
        _ key: TestProviderKey, clock: @escaping @Sendable () -> Date = { Date() },
        exchange: @escaping Exchange = { _, _ in throw Refusal(status: 404, text: "No Data Found") }
    ) throws(AttestError) {
        try self.init(
            keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey, clock: clock, exchange: exchange)
    }

    deinit {
        server.stop()
    }

    /// Where the fake services are; the name of Apple's host is the first part of the path.
    public var url: String { "http://127.0.0.1:\(server.port)" }

    /// Has the next request answered so; several are answered in the order in which they were queued.
    ///
    /// - Parameter replies: The replies.
    public func enqueue(_ replies: Reply...) {
        services.state.withLock { $0.replies += replies }
    }

    /// The requests that have come, oldest first.
    public var requests: [Request] {
        services.state.withLock { $0.requests }
    }

    /// Stops answering, and gives back the port; happens by itself when the object is released.
    public func stop() {
        server.stop()
    }
}
