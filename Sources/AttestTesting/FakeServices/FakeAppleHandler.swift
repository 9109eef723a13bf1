internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What the fake services do with a request: a queued reply, or what the service at Apple's host would do.
final class FakeAppleHandler: Sendable {
    struct State: Sendable {
        var replies: [FakeAppleServices.Reply] = []
        var requests: [FakeAppleServices.Request] = []
        var bits: [BitsKey: DeviceCheckBits] = [:]
    }

    let tokens: ProviderTokenCheck
    let clock: @Sendable () -> Date
    let exchange: FakeAppleServices.Exchange
    let state = Locked(State())

    init(
        tokens: ProviderTokenCheck, clock: @escaping @Sendable () -> Date,
        exchange: @escaping FakeAppleServices.Exchange
    ) {
        self.tokens = tokens
        self.clock = clock
        self.exchange = exchange
    }

    func reply(to request: FakeAppleServices.Request) -> FakeAppleServices.Reply {
        let queued = state.withLock { state -> FakeAppleServices.Reply? in
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
