package dev.slipway.ledger;

import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeState;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Stores what the schedulers of each fleet showed last, and since when they could not be read. */
public final class RosterReadings {
    /** The states in which a run that takes a node out of service keeps it out. */
    private static final Set<NodeState> OUT =
            EnumSet.complementOf(EnumSet.of(NodeState.IN_SERVICE, NodeState.WAITING, NodeState.READMITTED));

    /**
     * Holds what one reading showed: how many nodes a fleet has, which of them are out of service, to which of the held
     * ones, which count as out, a scheduler gives work all the same, and the names of all.
     */
    public record Roster(Instant readAt, int nodes, List<String> out, List<String> working, List<String> members) {

        /** Accepts a reading that is older than {@code working} or {@code members}. */
        public Roster {
            working = Objects.requireNonNullElse(working, List.of());
            members = Objects.requireNonNullElse(members, List.of());
        }

        /** Returns whether the reading names its nodes; an older one only counts them. */
        public boolean named() {
            return members.size() == nodes;
        }

        /**
         * Returns whether the schedulers showed a node in service although it was out by a row that is older than the
         * reading.
         */
        public boolean contradicts(NodeNote row) {
            String node = row.node().name();
            return OUT.contains(row.state())
                    && row.at().isBefore(readAt)
                    && (working.contains(node) || !out.contains(node));
        }
    }

    /** States since when readings fail, and why the newest did. */
    public record Failure(Instant since, String reason) {}

    private final Sql sql;

    RosterReadings(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the newest reading counts, and ends a failure. */
    public void read(String fleet, Roster roster) {
        String body = Json.write(roster);
        if (changeRead(fleet, body) == 0
                && !sql.insertOnce(
                        "insert into roster_reading (fleet, last_read, reason) values (?, ?, '')", fleet, body)) {
            changeRead(fleet, body);
        }
    }

    /** Safe to repeat: the last reading that worked stays, the first failure after it counts, and the newest reason. */
    public void failed(String fleet, Failure failure) {
        if (changeFailed(fleet, failure) == 0
                && !sql.insertOnce(
                        "insert into roster_reading (fleet, last_read, unknown_since, reason) values (?, '', ?, ?)",
                        fleet,
                        failure.since(),
                        failure.reason())) {
            changeFailed(fleet, failure);
        }
    }

    /** Returns the last reading of a fleet that worked; empty if none ever did. */
    public Optional<Roster> last(String fleet) {
        return sql.first(
                row -> Json.read(row.getString("last_read"), Roster.class),
                "select last_read from roster_reading where fleet = ? and last_read <> ''",
                fleet);
    }

    /** Returns since when the readings of a fleet fail; empty if the newest worked, or there is none. */
    public Optional<Failure> failure(String fleet) {
        return sql.first(
                row -> new Failure(Sql.instant(row, "unknown_since"), row.getString("reason")),
                "select unknown_since, reason from roster_reading where fleet = ? and unknown_since is not null",
                fleet);
    }

    private int changeRead(String fleet, String body) {
        return sql.update(
                "update roster_reading set last_read = ?, unknown_since = null, reason = '' where fleet = ?",
                body,
                fleet);
    }

    private int changeFailed(String fleet, Failure failure) {
        return sql.update(
                "update roster_reading set unknown_since = coalesce(unknown_since, ?), reason = ? where fleet = ?",
                failure.since(),
                failure.reason(),
                fleet);
    }
}
