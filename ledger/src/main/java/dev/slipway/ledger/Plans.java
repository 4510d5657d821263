package dev.slipway.ledger;

import dev.slipway.model.Who;
import dev.slipway.model.node.Trigger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Stores plans of rollouts: the triggers of every node in order, read in pages. A stored plan never changes. */
public final class Plans {
    /** Describes a stored plan: how many triggers, their hash for approvals, and who requested it. */
    public record Plan(String id, String hash, int size, Who who, Instant keptAt) {}

    private static final String COLUMNS = "select id, hash, size, who, why, kept_at from rollout_plan";

    private final Sql sql;
    private final StoredTexts texts;

    Plans(Sql sql) {
        this.sql = sql;
        this.texts = new StoredTexts(sql);
    }

    /** Safe to repeat with the same triggers; another plan under the same id is refused. Returns the stored plan. */
    public Plan keep(String id, List<Trigger> triggers, Who who, Instant now) {
        Plan plan = new Plan(id, hash(triggers), triggers.size(), who, Sql.rounded(now));
        List<SplitText> bodies = triggers.stream()
                .map(trigger -> SplitText.of(trigger, List.of()))
                .toList();
        Plan kept = sql.together(connection -> insert(connection, plan, bodies)) ? plan : existing(id);
        if (!kept.hash().equals(plan.hash())) {
            throw new IllegalStateException("A plan named " + id + " is kept already, with other nodes or baselines."
                    + " Give this change another name.");
        }
        return kept;
    }

    /** Returns the plan under an id. */
    public Optional<Plan> of(String id) {
        return sql.first(Plans::plan, COLUMNS + " where id = ?", id);
    }

    /** Returns plans, newest first: at most {@code limit} after the first {@code from}. */
    public List<Plan> newest(int from, int limit) {
        return sql.list(Plans::plan, COLUMNS + " order by kept_at desc, id limit ? offset ?", limit, from);
    }

    /** Returns how many plans are stored. */
    public int count() {
        return sql.list(row -> row.getInt(1), "select count(*) from rollout_plan")
                .getFirst();
    }

    private static Plan plan(ResultSet row) throws SQLException {
        return new Plan(
                row.getString("id"),
                row.getString("hash"),
                row.getInt("size"),
                new Who(row.getString("who"), row.getString("why")),
                Sql.instant(row, "kept_at"));
    }

    /** Returns the triggers {@code from} (inclusive) to {@code to} (exclusive) in the plan's order. */
    public List<Trigger> page(String id, int from, int to) {
        List<String> bodies = sql.list(
                row -> row.getString("body"),
                "select body from plan_trigger where plan_id = ? and place >= ? and place < ? order by place",
                id,
                from,
                to);
        return texts.whole(bodies).stream()
                .map(body -> Json.read(body, Trigger.class))
                .toList();
    }

    private Plan existing(String id) {
        return of(id).orElseThrow(() -> new LedgerAway("The plan " + id + " was neither kept nor found. Try again."));
    }

    private static boolean insert(Connection connection, Plan plan, List<SplitText> bodies) throws SQLException {
        int inserted = Sql.update(
                connection,
                "insert into rollout_plan (id, hash, size, who, why, kept_at) values (?, ?, ?, ?, ?, ?) on "
                        + "conflict do nothing",
                plan.id(),
                plan.hash(),
                plan.size(),
                plan.who().name(),
                plan.who().why(),
                plan.keptAt());
        if (inserted == 0) {
            return false;
        }
        SortedMap<String, String> shared = new TreeMap<>();
        bodies.forEach(body -> shared.putAll(body.texts()));
        StoredTexts.add(connection, shared);
        try (PreparedStatement statement =
                connection.prepareStatement("insert into plan_trigger (plan_id, place, body) values (?, ?, ?)")) {
            for (int place = 0; place < bodies.size(); place++) {
                Sql.bind(statement, plan.id(), place, bodies.get(place).body());
                statement.addBatch();
            }
            statement.executeBatch();
        }
        return true;
    }

    private static String hash(List<Trigger> triggers) {
        String lines =
                triggers.stream().map(trigger -> Json.write(trigger) + "\n").collect(Collectors.joining());
        return HexFormat.of().formatHex(Sha256.of(lines));
    }
}
