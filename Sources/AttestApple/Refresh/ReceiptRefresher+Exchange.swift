internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ReceiptRefresher {
    /// Exchanges the receipt of one key, and stores what came of it.
    ///
    /// - Returns: A failure for which all receipts must wait; nil when the next one can be tried.
    /// - Throws: `CancellationError` only.
    func refresh(_ record: KeyRecord) async throws -> AppleServiceError? {
        guard let receipt = try await storedReceipt(record) else { return nil }
        do {
            switch try await client.refreshReceipt(receipt.bytes, environment: record.environment) {
            case .renewed(let bytes):
                try await store(bytes, for: record)
            case .notYet:
                report(.notYet, of: record)
                let notBefore = ReceiptTimes(receipt.content).notBefore
                // Apple's clock or rule differs when that is over already.
                try await postpone(record, until: max(notBefore, now().addingTimeInterval(3600)))
            case .noData:
                report(.noData, of: record)
                try await postpone(record, by: Self.rest)
            }
            return nil
        } catch let error as AppleServiceError {
            guard error.isAboutOneReceipt else { return error }
            report(.rejected(error), of: record)
            try await postpone(record, by: Self.rest)
            return nil
        }
    }

    /// The stored receipt, if it can be exchanged now; what a client sent is not passed on to Apple unread.
    private func storedReceipt(_ record: KeyRecord) async throws -> ValidatedReceipt? {
        guard let bytes = record.receipt else {
            try await postpone(record, until: nil)
            return nil
        }
        let receipt: ValidatedReceipt
        do throws(AttestError) {
            receipt = try validator.validate(Receipt(decoding: bytes), of: ReceiptSubject(record), from: .stored)
        } catch {
            report(.invalid(error), of: record)
            // A failure of the library is no verdict on the receipt.
            let isRefused = error.code.category != .unavailable
            try await postpone(record, until: isRefused ? nil : now().addingTimeInterval(3600))
            return nil
        }
        if let expiration = receipt.content.expirationTime, expiration <= now() {
            report(.expired, of: record)
            try await postpone(record, until: nil)
            return nil
        }
        let due = ReceiptTimes(receipt.content).notBefore
        guard due <= now() else {
            try await postpone(record, until: due)
            return nil
        }
        return receipt
    }

    /// Verifies and stores a newer receipt, and the metric in it.
    private func store(_ bytes: [UInt8], for record: KeyRecord) async throws {
        let time = now()
        let content: ReceiptContent
        do throws(AttestError) {
            content = try validator.validate(
                Receipt(decoding: bytes), of: ReceiptSubject(record), from: .exchange(receivedAt: time)
            ).content
        } catch {
            report(.invalid(error), of: record)
            try await postpone(record, by: Self.rest)
            return
        }
        let times = ReceiptTimes(content)
        do {
            // False when the key was removed in the meantime, which is no failure.
            guard
                try await store.replaceReceipt(
                    record.keyID, with: bytes, times: times,
                    nextDue: schedule.due(times, madeAt: content.creationTime),
                    sample: content.riskMetric.map { RiskSample(time: content.creationTime, metric: $0) })
            else { return }
        } catch {
            try report(storeError: error, of: record)
            return
        }
        report(.refreshed(metric: content.riskMetric, previous: record.riskMetric), of: record)
        if let metric = content.riskMetric, let previous = record.riskMetric, metric > previous,
            metric - previous >= jump
        {
            report(.jumped(from: previous, to: metric), of: record)
        }
    }

    // MARK: The store, and the observer

    func postpone(_ record: KeyRecord, by duration: Duration) async throws {
        try await postpone(record, until: now().addingTimeInterval(duration / .seconds(1)))
    }

    private func postpone(_ record: KeyRecord, until time: Date?) async throws {
        do {
            _ = try await store.postponeReceipt(record.keyID, until: time)
        } catch {
            try report(storeError: error, of: record)
        }
    }

    /// Reports what a store threw, unless it is a cancellation.
    func report(storeError error: any Error, of record: KeyRecord?) throws {
        if error is CancellationError { throw error }
        report(.storeFailed(error), of: record)
    }

    func report(_ outcome: RefreshEvent.Outcome, of record: KeyRecord?) {
        observer?(
            RefreshEvent(
                outcome: outcome, keyIDPrefix: record.map { String($0.keyID.base64.prefix(8)) }, appID: record?.appID,
                environment: record?.environment))
    }
}

extension ReceiptSubject {
    fileprivate init(_ record: KeyRecord) {
        self.init(appID: record.appID, environment: record.environment, publicKey: record.publicKey)
    }
}

extension AppleServiceError {
    /// Whether another receipt may fare better at once.
    fileprivate var isAboutOneReceipt: Bool {
        switch code {
        case .badPayload, .badRequest, .incorrectEnvironment: true
        default: false
        }
    }
}
