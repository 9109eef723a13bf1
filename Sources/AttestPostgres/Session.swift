/// How a connection is set up.
enum Session {
    /// What each connection is told first.
    static func settings(_ limits: Limits) -> String {
        """
        SET statement_timeout = \(limits.statement.wholeMilliseconds);
        SET idle_in_transaction_session_timeout = '60s';
        SET default_transaction_isolation = 'read committed';
        SET search_path = pg_catalog;
        \(plans)
        \(durability)
        """
    }

    // Every statement finds its rows by an index. The planner would prefer to read a small table from end to end, and go
    // on so, for a minute, when the table has grown.
    private static let plans = "SET enable_seqscan = off; SET jit = off;"

    // A commit is on the disk before its success is reported, so that no crash brings a used challenge or counter back.
    // What the server does beyond that, as waiting for a standby, stays as it is.
    private static let durability = """
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        """
}
