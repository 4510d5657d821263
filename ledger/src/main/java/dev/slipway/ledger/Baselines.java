package dev.slipway.ledger;

import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import java.time.Instant;
import java.util.Optional;

/** Stores baselines for ever under the hash of their content: a run reads the one that it started with. */
public final class Baselines {
    private final Sql sql;

    Baselines(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: content under a hash never changes. */
    public void keep(BaselineRef ref, Baseline baseline, Instant now) {
        sql.insertOnce(
                "insert into baseline (hash, id, kept_at, body) values (?, ?, ?, ?)",
                ref.hash(),
                ref.id(),
                now,
                Json.write(baseline));
    }

    /** The baseline under the hash of {@code ref}. */
    public Optional<Baseline> of(BaselineRef ref) {
        return sql.first(
                row -> Json.read(row.getString("body"), Baseline.class),
                "select body from baseline where hash = ?",
                ref.hash());
    }

    /** The newest kept baseline of that name. */
    public Optional<BaselineRef> latest(String id) {
        return sql.first(
                row -> new BaselineRef(row.getString("id"), row.getString("hash")),
                "select id, hash from baseline where id = ? order by kept_at desc",
                id);
    }
}
