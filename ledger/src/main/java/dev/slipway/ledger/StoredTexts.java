package dev.slipway.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Stores texts once under the hash of their content, for all rows of the ledger that name them. A text is never changed
 * and never deleted: which rows name it is recorded nowhere, and a row of any age may.
 */
final class StoredTexts {
    /** Limits the parameters of a statement: PostgreSQL takes 65,535. */
    private static final int AT_ONCE = 1_000;

    private final Sql sql;

    StoredTexts(Sql sql) {
        this.sql = sql;
    }

    /**
     * Does the same as {@link #add(Connection, SortedMap)}. A text is stored together with those that it names: where
     * all are there that the body names, nothing else is looked for.
     */
    static long add(Connection connection, SplitText split) throws SQLException {
        return stored(connection, split.named()).containsAll(split.named()) ? 0 : add(connection, split.texts());
    }

    /**
     * Safe to repeat: stores those texts that are not there, by their hashes, in the transaction of the row that names
     * them. Several may store the same ones at once: all go by the order of the hashes, so none waits for another that
     * waits for it. Returns how many bytes were added.
     */
    static long add(Connection connection, SortedMap<String, String> texts) throws SQLException {
        Set<String> stored = stored(connection, texts.keySet());
        long added = 0;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            if (!stored.contains(text.getKey()) && insert(connection, text.getKey(), text.getValue())) {
                added += bytes(text.getKey()) + bytes(text.getValue());
            }
        }
        return added;
    }

    private static Set<String> stored(Connection connection, Collection<String> hashes) throws SQLException {
        Set<String> stored = new LinkedHashSet<>();
        for (List<String> some : chunks(hashes)) {
            stored.addAll(Sql.list(
                    connection,
                    row -> row.getString("hash"),
                    "select hash from stored_text where hash in (" + places(some) + ")",
                    some.toArray()));
        }
        return stored;
    }

    private static boolean insert(Connection connection, String hash, String text) throws SQLException {
        return Sql.update(
                        connection,
                        "insert into stored_text (hash, body) values (?, ?) on conflict do nothing",
                        hash,
                        text)
                == 1;
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
