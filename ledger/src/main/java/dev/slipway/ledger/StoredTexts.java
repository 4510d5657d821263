package dev.slipway.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stores texts once under the hash of their content, for all rows of the ledger that name them. A text is never changed
 * and never deleted: which rows name it is recorded nowhere, and a row of any age may.
 */
final class StoredTexts {
    /** Limits the parameters of a statement: PostgreSQL takes 65,535. */
    private static final int AT_ONCE = 1_000;

    private final Sql sql;
    private final Lock adding = new ReentrantLock();

    StoredTexts(Sql sql) {
        this.sql = sql;
    }

    /**
     * Safe to repeat: stores those texts that are not there, by their hashes, before the row is stored that names them.
     * The first scan of a fleet reads the same of each node, so this process adds texts one caller after another: the
     * second finds what the first has stored. Other processes may store the same ones at once: all go by the order of
     * the hashes, so none waits for another that waits for it. Returns how many bytes were added.
     */
    long add(SortedMap<String, String> texts) {
        if (missing(texts).isEmpty()) {
            return 0;
        }
        adding.lock();
        try {
            NavigableMap<String, String> missing = missing(texts);
            return missing.isEmpty() ? 0 : sql.together(connection -> insert(connection, missing));
        } finally {
            adding.unlock();
        }
    }

    private NavigableMap<String, String> missing(SortedMap<String, String> texts) {
        NavigableMap<String, String> missing = new TreeMap<>(texts);
        for (List<String> some : chunks(texts.keySet())) {
            sql.list(
                            row -> row.getString("hash"),
                            "select hash from stored_text where hash in (" + places(some) + ")",
                            some.toArray())
                    .forEach(missing::remove);
        }
        return missing;
    }

    private static long insert(Connection connection, NavigableMap<String, String> texts) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "insert into stored_text (hash, body) values (?, ?) on conflict do nothing")) {
            for (Map.Entry<String, String> text : texts.entrySet()) {
                Sql.bind(statement, text.getKey(), text.getValue());
                statement.addBatch();
            }
            int[] inserted = statement.executeBatch();
            long added = 0;
            int place = 0;
            for (Map.Entry<String, String> text : texts.entrySet()) {
                added += inserted[place++] == 1 ? bytes(text.getKey()) + bytes(text.getValue()) : 0;
            }
            return added;
        }
    }

    static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the JSON of each body, in their order. A body from before texts were shared is returned as it is. */
    List<String> whole(List<String> bodies) {
        Map<String, JsonNode> texts = new HashMap<>();
        Set<String> missing = new LinkedHashSet<>();
        bodies.forEach(body -> missing.addAll(SplitText.names(body)));
        while (!missing.isEmpty()) {
            Map<String, JsonNode> found = read(missing);
            texts.putAll(found);
            missing.clear();
            found.values().forEach(text -> missing.addAll(SplitText.names(text)));
            missing.removeAll(texts.keySet());
        }
        return bodies.stream().map(body -> SplitText.whole(body, texts)).toList();
    }

    private Map<String, JsonNode> read(Set<String> hashes) {
        Map<String, JsonNode> found = new HashMap<>();
        for (List<String> some : chunks(hashes)) {
            sql.list(
                            row -> Map.entry(row.getString("hash"), Json.read(row.getString("body"), JsonNode.class)),
                            "select hash, body from stored_text where hash in (" + places(some) + ")",
                            some.toArray())
                    .forEach(text -> found.put(text.getKey(), text.getValue()));
        }
        if (!found.keySet().containsAll(hashes)) {
            throw new IllegalStateException("The ledger lacks texts that its rows name: restore its table stored_text"
                    + " from the backup that its other tables are from.");
        }
        return found;
    }

    private static List<List<String>> chunks(Collection<String> hashes) {
        List<String> all = List.copyOf(hashes);
        List<List<String>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            chunks.add(all.subList(from, Math.min(from + AT_ONCE, all.size())));
        }
        return chunks;
    }

    /** Returns a place in a statement for each of the values. */
    static String places(Collection<String> values) {
        return String.join(", ", Collections.nCopies(values.size(), "?"));
    }
}
