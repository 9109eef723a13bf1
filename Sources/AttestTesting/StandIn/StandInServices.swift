internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What the stand-in does with a request: a queued reply, or what the service at Apple's host would do.
final class StandInServices: Sendable {
    struct State: Sendable {
        var replies: [AppleStandIn.Reply] = []
        var requests: [AppleStandIn.Request] = []
        var bits: [BitsKey: DeviceCheckBits] = [:]
    }

    let tokens: ProviderTokenCheck
    let clock: @Sendable () -> Date
    let exchange: AppleStandIn.Exchange
    let state = Locked(State())

    init(
        tokens: ProviderTokenCheck, clock: @escaping @Sendable () -> Date, exchange: @escaping AppleStandIn.Exchange
    ) {
        self.tokens = tokens
        self.clock = clock
        self.exchange = exchange
    }

    func reply(to request: AppleStandIn.Request) -> AppleStandIn.Reply {
        let queued = state.withLock { state -> AppleStandIn.Reply? in
            state.requests.append(request)
            return state.replies.isEmpty ? nil : state.replies.removeFirst()
        }
        if let queued { return queued }
        return switch request.host {
        case "data.appattest.apple.com": exchangeReceipt(request, .production)
        case "data-development.appattest.apple.com": exchangeReceipt(request, .development)
        case "api.devicecheck.apple.com": checkDevice(request, .production)
        case "api.development.devicecheck.apple.com": checkDevice(request, .development)
        default: .response(404, "no such host")
        }
    }
}
