/// Ends the process, so that libFuzzer saves the input: something holds that must not.
public func finding(_ message: @autoclosure () -> String) -> Never {
    fatalError("finding: \(message())")
}

/// Requires what must hold for every input.
public func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard condition else { finding(message()) }
}
