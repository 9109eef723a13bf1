internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ReceiptRefresher {
    /// The outcome for one receipt, as far as it concerns the others.
    enum Exchange {
        /// There was no receipt that could be sent.
        case notSent
        /// The service has answered, if only with a refusal of this receipt.
        case answered
        /// The exchange failed, by the fault of the service or of the receipt.
        case failed(AppleServiceError)
    }

    /// Exchanges the receipt of one key, and stores the outcome.
    ///
    /// - Throws: What is no failure of the service or the store, such as `CancellationError`.
    func refresh(_ record: KeyRecord) async throws -> Exchange {
        guard let receipt = try await storedReceipt(record) else { return .notSent }
        do {
            switch try await client.refreshReceipt(receipt.bytes, environment: record.environment) {
            case .renewed(let bytes):
                try await store(bytes, for: record)
            case .notYet:
                report(.notYet, of: record)
                // Apple's clock or rule differs: the receipt was due by its own words.
                try await postpone(record, until: nextAttempt(receipt.content))
            case .noData:
                report(.noData, of: record)
                try await postpone(record, by: Self.rest)
            }
            return .answered
        } catch let error as AppleServiceError {
            guard error.code.isAboutOneReceipt else {
                try await postpone(record, until: nextAttempt(receipt.content))
                return .failed(error)
            }
            report(.rejected(error), of: record)
            try await postpone(record, by: Self.rest)
            return .answered
        }
    }

    /// When a receipt is tried again whose exchange failed: after as long again as it has been due.
    ///
    /// At least 15 minutes, and at most a day. So the rests double from one failure to the next, without anything to remember: they
    /// are the same on all instances and after a restart. A receipt that had been due for long before its first failure, because
    /// the refresher did not run or had many others to exchange, rests for that long at once. Whatever else is due by now comes
    /// before it.
    private func nextAttempt(_ content: ReceiptContent) -> Date {
        let time = now()
        let overdue = time.timeIntervalSince(schedule.firstDue(content))
        return time.addingTimeInterval(min(max(overdue, Self.shortestRest / .seconds(1)), Self.rest / .seconds(1)))
    }

    /// The stored receipt, if it can be exchanged now; what a client sent is not passed on to Apple unread.
    private func storedReceipt(_ record: KeyRecord) async throws -> ValidatedReceipt? {
        guard let bytes = record.receipt else {
            // The store sets a time when there is one.
            try await postpone(record, until: nil)
            return nil
        }
        let receipt: ValidatedReceipt
        do throws(AttestError) {
            receipt = try validator.validate(Receipt(decoding: bytes), of: ReceiptSubject(record), from: .stored)
        } catch {
            report(.invalid(error), of: record)
            // Not for good: the anchors may be wrong. A failure of the library is not a decision about the receipt.
            try await postpone(record, by: error.code.category == .unavailable ? .seconds(3600) : Self.rest)
            return nil
        }
        if let expiration = receipt.content.expirationTime, expiration <= now() {
            report(.expired, of: record)
            // Not for good: the clock may be wrong.
            try await postpone(record, by: Self.rest)
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

    /// Reserves the receipt that has been due for longest.
    ///
    /// One only, so that the order is that of all instances, and none waits reserved while others are exchanged.
    func claim() async throws -> KeyRecord? {
        let time = now()
        return try await store.claimReceipts(
            dueAt: time, reservedUntil: time.addingTimeInterval(Self.lease / .seconds(1)), limit: 1
        ).first
    }

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

    /// Reports what a store threw, unless it is the cancellation of this task.
    ///
    /// A store that cancels a task of its own, as with a time limit, throws the same error, and only fails.
    func report(storeError error: any Error, of record: KeyRecord?) throws {
        if Task.isCancelled, error is CancellationError { throw error }
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
