package dev.slipway.ledger;

import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores alerts by fingerprint and start: each is acted on at most once ever, even over restarts. */
public final class AlertRecords {
    /**
     * Lists the results of an alert. {@link #SEEN} is recorded before anything is started; {@link #RESOLVED} was
     * proposed.
     */
    public enum State {
        SEEN,
        PROPOSED,
        STARTED,
        REFUSED,
        RESOLVED
    }

    /**
     * Holds an alert as recorded; {@code link} leads to the run that it started, {@code detail} states why there is
     * none.
     */
    public record Alert(
            String fingerprint,
            String startsAt,
            String name,
            Optional<NodeRef> node,
            State state,
            String link,
            String detail,
            Instant receivedAt) {

        /** Returns the same alert with its result. */
        public Alert became(State next, String nextLink, String nextDetail) {
            return new Alert(fingerprint, startsAt, name, node, next, nextLink, nextDetail, receivedAt);
        }

        /** Returns the same alert as it was received again. */
        public Alert again(State next, Instant now) {
            return new Alert(fingerprint, startsAt, name, node, next, link, detail, now);
        }
    }

    private final Sql sql;

    AlertRecords(Sql sql) {
        this.sql = sql;
    }

    /** Records the alert unless it is there. Returns true exactly once per fingerprint and start. */
    public boolean first(Alert alert) {
        return sql.insertOnce(
                "insert into alert (fingerprint, starts_at, name, state, received_at, body) values (?, ?, ?, ?, ?, ?)",
                alert.fingerprint(),
                alert.startsAt(),
                alert.name(),
                alert.state(),
                alert.receivedAt(),
                Json.write(alert));
    }

    /** Safe to repeat: records the result of a stored alert. */
    public void put(Alert alert) {
        sql.update(
                "update alert set state = ?, body = ? where fingerprint = ? and starts_at = ?",
                alert.state(),
                Json.write(alert),
                alert.fingerprint(),
                alert.startsAt());
    }

    /**
     * Replaces a stored alert that is still as it was {@code seen}; {@code next} is the same alert with the present
     * time. Returns true to exactly one of the callers with the same {@code seen}.
     */
    public boolean replace(Alert seen, Alert next) {
        return sql.update(
                        "update alert set state = ?, received_at = ?, body = ?"
                                + " where fingerprint = ? and starts_at = ? and state = ? and received_at = ?",
                        next.state(),
                        next.receivedAt(),
                        Json.write(next),
                        seen.fingerprint(),
                        seen.startsAt(),
                        seen.state(),
                        seen.receivedAt())
                == 1;
    }

    /** Returns the alert with this fingerprint and start. */
    public Optional<Alert> of(String fingerprint, String startsAt) {
        return sql.first(
                row -> Json.read(row.getString("body"), Alert.class),
                "select body from alert where fingerprint = ? and starts_at = ?",
                fingerprint,
                startsAt);
    }

    /** Returns the alerts in a state that were received after {@code since}, all of them, oldest first. */
    public List<Alert> in(State state, Instant since) {
        return sql.list(
                row -> Json.read(row.getString("body"), Alert.class),
                "select body from alert where state = ? and received_at > ? order by received_at, fingerprint",
                state,
                since);
    }
}
