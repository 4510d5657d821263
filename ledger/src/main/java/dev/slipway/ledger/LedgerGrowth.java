package dev.slipway.ledger;

import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Measures how large the ledger is, and how much text the last runs and scans added to it, from its own rows. */
public final class LedgerGrowth {
    private static final int RUNS = 20;
    private static final int SCANS = 5;

    /** Covers what the clocks of a worker and of Temporal may differ. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    /**
     * Sums the rows of one run. Readings of facts name their node and its time; those of a scan are not the run's. The
     * audit is read from the run's begin on: it is found by its subject, and the name of the run tells it apart.
     */
    private static final String OF_A_RUN = """
            select coalesce(sum(bytes), 0) from (
                select coalesce(stored_bytes, octet_length(body) + octet_length(reference)) as bytes from facts
                    where cluster = ? and node = ? and collected_at between ? and ? and id like ?
                union all
                select octet_length(once_key) + octet_length(why) + octet_length(detail) from audit
                    where subject = ? and noted_at >= ? and who = ?
                union all
                select octet_length(body) from verification where token = ?
                union all
                select octet_length(path) + octet_length(sha256) from evidence where token = ?
                union all
                select octet_length(body) from outcome where token = ?
            ) as of_a_run
            """;

    private static final String OF_A_SCAN = """
            select coalesce(sum(bytes), 0) from (
                select coalesce(f.stored_bytes, octet_length(f.body) + octet_length(f.reference)) as bytes
                    from member_answer m join facts f on f.id = m.report_id || '/' || m.cluster || '/' || m.node
                    where m.report_id = ?
                union all
                select octet_length(body) from member_answer where report_id = ?
                union all
                select octet_length(body) from drift_row where report_id = ?
                union all
                select octet_length(body) from drift_report where report_id = ?
            ) as of_a_scan
            """;

    private final Sql sql;
    private final boolean h2;

    LedgerGrowth(Sql sql, boolean h2) {
        this.sql = sql;
        this.h2 = h2;
    }

    /**
     * Holds a measurement: the bytes of the database, 0 if it is in memory; the text that the last {@code runs} node
     * runs added; and the text that the last {@code scans} added, which were of {@code readings} nodes together.
     */
    public record Measured(long database, int runs, long ofRuns, int scans, int readings, long ofScans) {

        /** Returns the bytes per node run; 0 if none has ended. */
        public long perRun() {
            return runs == 0 ? 0 : ofRuns / runs;
        }

        /** Returns the bytes per node and scan; 0 if no scan has ended. */
        public long perReading() {
            return readings == 0 ? 0 : ofScans / readings;
        }

        /** Returns the measurement for a person, with what it rests on. */
        public String words() {
            return (database == 0 ? "in memory" : size(database)) + "; "
                    + (runs == 0
                            ? "no node run has ended"
                            : size(perRun()) + " of text per node run (over the last " + count(runs, "run")
                                    + "; without GPU events, rollout plans, the rows of partners"
                                    + " and the audit of people's requests)")
                    + "; "
                    + (readings == 0
                            ? "no scan has ended"
                            : size(perReading()) + " per node and scan (over the last " + count(scans, "scan") + ", "
                                    + readings + " readings)");
        }
    }

    private static String count(int number, String what) {
        return number == 1 ? what : number + " " + what + "s";
    }

    /** Returns a number of bytes for a person. */
    private static String size(long bytes) {
        return Stream.of("kB", "MB", "GB")
                .filter(unit -> bytes < 1_000 * factor(unit) || unit.equals("GB"))
                .findFirst()
                .map(unit -> bytes < 1_000
                        ? bytes + " bytes"
                        : String.format(Locale.ROOT, "%.1f %s", (double) bytes / factor(unit), unit))
                .orElseThrow();
    }

    private static long factor(String unit) {
        return switch (unit) {
            case "kB" -> 1_000;
            case "MB" -> 1_000_000;
            default -> 1_000_000_000;
        };
    }

    /** Safe to repeat: reads only. */
    public Measured measured() {
        List<Outcomes.Run> runs = sql.list(
                row -> new Outcomes.Run(row.getString("token"), Json.read(row.getString("body"), NodeOutcome.class)),
                "select token, body from outcome order by ended_at desc, token limit ?",
                RUNS);
        List<String> scans = sql.list(
                row -> row.getString("report_id"),
                "select report_id from drift_report order by checked_at desc, report_id limit ?",
                SCANS);
        return new Measured(
                database(),
                runs.size(),
                runs.stream().mapToLong(this::ofRun).sum(),
                scans.size(),
                scans.stream()
                        .mapToInt(scan ->
                                Math.toIntExact(sum("select count(*) from member_answer where report_id = ?", scan)))
                        .sum(),
                scans.stream()
                        .mapToLong(scan -> sum(OF_A_SCAN, scan, scan, scan, scan))
                        .sum());
    }

    private long ofRun(Outcomes.Run run) {
        NodeRef node = run.outcome().node();
        Instant begin = run.outcome().started().minus(SKEW);
        return sum(
                OF_A_RUN,
                node.cluster(),
                node.name(),
                begin,
                run.outcome().ended().plus(SKEW),
                node + "@%",
                node.toString(),
                begin,
                "run " + run.token(),
                run.token(),
                run.token(),
                run.token());
    }

    private long sum(String query, Object... values) {
        return sql.list(row -> row.getLong(1), query, values).getFirst();
    }

    private long database() {
        return h2
                ? sql.first(
                                row -> Long.parseLong(row.getString("setting_value")),
                                "select setting_value from information_schema.settings"
                                        + " where setting_name = 'info.FILE_SIZE'")
                        .orElse(0L)
                : sum("select pg_database_size(current_database())");
    }
}
