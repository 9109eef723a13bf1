import XCTest

@testable import AttestSQLite

/// Whose turn it is.
final class CallQueueTests: XCTestCase {
    private var queue = CallQueue(patience: .seconds(10))

    @discardableResult
    private func add(needsLock: Bool = true, within limit: Duration? = nil) throws -> UInt64 {
        let (number, deadline) = queue.arrive(within: limit)
        let call = Call(number: number, deadline: deadline, needsLock: needsLock, attempt: { _ in nil }, fail: { _ in })
        _ = try queue.add(call)
        return number
    }

    /// The call whose turn it is; nil when there is none.
    private func next(isLocked: Bool = false) -> Call? {
        guard case .attempt(let call) = queue.next(isLocked: isLocked) else { return nil }
        return call
    }

    func testOrder() throws {
        let first = try add()
        let second = try add(needsLock: false)
        let third = try add()
        XCTAssertEqual(queue.count, 3)
        for number in [first, second, third] {
            let call = try XCTUnwrap(next())
            XCTAssertEqual(call.number, number)
            queue.finish(call)
        }
        XCTAssertNil(next())
    }

    func testReadersGoFirstWhileTheFileIsLocked() throws {
        let writer = try add()
        let reader = try add(needsLock: false)
        let call = try XCTUnwrap(next())
        XCTAssertEqual(call.number, writer)
        XCTAssertTrue(queue.putBack(call).overdue.isEmpty)
        XCTAssertEqual(next(isLocked: true)?.number, reader)
        guard case .wait = queue.next(isLocked: true) else { return XCTFail("the writer has its turn too early") }
        XCTAssertEqual(next()?.number, writer)
    }

    /// A reader that finds the file locked waits like a writer, instead of being attempted without a pause.
    func testAReaderThatFindsTheFileLocked() throws {
        let reader = try add(needsLock: false)
        _ = queue.putBack(try XCTUnwrap(next()))
        guard case .wait = queue.next(isLocked: true) else { return XCTFail("it is attempted again at once") }
        XCTAssertEqual(next()?.number, reader)
    }

    func testOverdueCallsLeaveWhereverTheyAre() throws {
        let patient = try add()
        let hasty = try add(within: .zero)
        let overdue = queue.putBack(try XCTUnwrap(next())).overdue
        XCTAssertEqual(overdue.map(\.number), [hasty])
        XCTAssertEqual(next()?.number, patient)
    }

    func testCancelling() throws {
        let (first, second) = (try add(), try add())
        XCTAssertEqual(queue.cancel(second)?.number, second)
        XCTAssertNil(queue.cancel(second))
        let call = try XCTUnwrap(next())
        // In its attempt: it has its answer if that succeeds, and leaves if it does not.
        XCTAssertNil(queue.cancel(first))
        XCTAssertEqual(queue.putBack(call).cancelled?.number, first)
        XCTAssertEqual(queue.count, 0)
    }

    func testTheThreadIsStartedOnce() throws {
        func start() throws -> Bool {
            let (number, deadline) = queue.arrive(within: nil)
            return try queue.add(
                Call(number: number, deadline: deadline, needsLock: true, attempt: { _ in nil }, fail: { _ in }))
        }
        XCTAssertTrue(try start())
        XCTAssertFalse(try start())
        for _ in 0..<2 { queue.finish(try XCTUnwrap(next())) }
        guard case .stop = queue.next(isLocked: false) else { return XCTFail("the thread goes on") }
        XCTAssertTrue(try start())
    }
}
