package dev.slipway.ledger;

import dev.slipway.model.Who;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Stores who decided what, when and why. Records are added, never changed. */
public final class AuditTrail {
    /**
     * Describes one decision: {@code onceKey} makes a repeated write one record; {@code subject} is a node, rollout or
     * fleet.
     */
    public record Entry(String onceKey, Instant at, Who who, String verb, String subject, String detail) {}

    private static final String COLUMNS = "select once_key, noted_at, who, why, verb, subject, detail from audit";

    /** Runs write under this name. */
    private static final String OF_RUNS = "run %";

    private static final String BY_PEOPLE = " where subject = ? and who not like ?";

    private final Sql sql;

    AuditTrail(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: adds one record per {@code onceKey}. */
    public void add(Entry entry) {
        insert(entry);
    }

    /** Does the same as {@link #add}, and returns whether this call made the record. Of many callers one gets true. */
    public boolean first(Entry entry) {
        return insert(entry);
    }

    private boolean insert(Entry entry) {
        return sql.insertOnce(
                "insert into audit (once_key, noted_at, who, why, verb, subject, detail) values (?, ?, ?, ?, ?, ?, ?)",
                entry.onceKey(),
                entry.at(),
                entry.who().name(),
                entry.who().why(),
                entry.verb(),
                entry.subject(),
                entry.detail());
    }

    /** Returns whether there is a record under that key. */
    public boolean has(String onceKey) {
        return !sql.list(AuditTrail::entry, COLUMNS + " where once_key = ?", onceKey)
                .isEmpty();
    }

    /** Returns the records about a subject, newest first, at most {@code limit}. */
    public List<Entry> of(String subject, int limit) {
        return sql.list(
                AuditTrail::entry,
                COLUMNS + " where subject = ? order by noted_at desc, id desc limit ?",
                subject,
                limit);
    }

    /** Returns the verbs of all records about a subject under the name of {@code who}, each once. */
    public List<String> verbs(String subject, Who who) {
        return sql.list(
                row -> row.getString(1),
                "select distinct verb from audit where subject = ? and who = ? order by verb",
                subject,
                who.name());
    }

    /** Returns all records about a subject from {@code since} on, oldest first. */
    public List<Entry> since(String subject, Instant since) {
        return sql.list(
                AuditTrail::entry,
                COLUMNS + " where subject = ? and noted_at >= ? order by noted_at, id",
                subject,
                since);
    }

    /** Returns the records about a subject that runs did not write themselves, newest first, at most {@code limit}. */
    public List<Entry> ofPeople(String subject, int limit) {
        return sql.list(
                AuditTrail::entry,
                COLUMNS + BY_PEOPLE + " order by noted_at desc, id desc limit ?",
                subject,
                OF_RUNS,
                limit);
    }

    /** Returns how many records {@link #ofPeople} has. */
    public int countOfPeople(String subject) {
        return sql.list(row -> row.getInt(1), "select count(*) from audit" + BY_PEOPLE, subject, OF_RUNS)
                .getFirst();
    }

    /** Returns the newest records about anything, at most {@code limit}. */
    public List<Entry> latest(int limit) {
        return sql.list(AuditTrail::entry, COLUMNS + " order by noted_at desc, id desc limit ?", limit);
    }

    private static Entry entry(ResultSet row) throws SQLException {
        return new Entry(
                row.getString("once_key"),
                Sql.instant(row, "noted_at"),
                new Who(row.getString("who"), row.getString("why")),
                row.getString("verb"),
                row.getString("subject"),
                row.getString("detail"));
    }
}
