package dev.slipway.ledger;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds a record as JSON without the parts that recur. Each part of {@value #SMALL} characters or more becomes a text
 * under the hash of its content, after the same was done to its own parts: what changed is stored again with what is
 * around it, and all else is only named. {@code texts} holds what {@code body} and other texts name, in the order of
 * the hashes.
 */
record SplitText(String body, SortedMap<String, String> texts) {
    private static final int SMALL = 256;

    /**
     * Names a text, as the only key of an object, and begins each body that is split. No JSON begins so: a body from
     * before is read as it is, and a version from before refuses a split body.
     */
    private static final String MARK = "@";

    private static final String WHOLE = "of";
    private static final String APART = "apart";

    /**
     * Splits a record. {@code changing} are places in it that differ in most readings: they are kept in the body, so
     * that all else recurs. A place that is not there costs nothing. Without such places only parts of the record
     * recur.
     */
    static SplitText of(Object value, List<JsonPointer> changing) {
        String json = Json.write(value);
        JsonNode tree = Json.read(json, JsonNode.class);
        SortedMap<String, String> texts = new TreeMap<>();
        if (json.length() < SMALL || !names(tree).isEmpty()) {
            return new SplitText(json, texts);
        }
        ObjectNode apart = Json.mapper().createObjectNode();
        changing.forEach(place -> takeApart(tree, place, apart));
        ObjectNode body = Json.mapper().createObjectNode();
        body.set(APART, withNames(apart, texts));
        body.set(WHOLE, changing.isEmpty() ? withNames(tree, texts) : named(tree, texts));
        return new SplitText(MARK + Json.write(body), texts);
    }

    private static void takeApart(JsonNode tree, JsonPointer place, ObjectNode apart) {
        String name = place.last().getMatchingProperty();
        if (tree.at(place.head()) instanceof ObjectNode parent && parent.hasNonNull(name)) {
            apart.set(place.toString(), parent.get(name));
            parent.set(name, NullNode.getInstance());
        }
    }

    /** Returns the part itself if it is small, else its name; its text is then among {@code texts}. */
    private static JsonNode named(JsonNode part, SortedMap<String, String> texts) {
        String text = Json.write(withNames(part, texts));
        if (text.length() < SMALL) {
            return part;
        }
        String hash = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(text));
        texts.put(hash, text);
        return Json.mapper().createObjectNode().put(MARK, hash);
    }

    private static JsonNode withNames(JsonNode part, SortedMap<String, String> texts) {
        switch (part) {
            case ObjectNode object ->
                object.properties().forEach(entry -> entry.setValue(named(entry.getValue(), texts)));
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, named(array.get(i), texts));
                }
            }
            default -> {}
        }
        return part;
    }

    /** Returns the hashes that a part names. */
    static List<String> names(JsonNode part) {
        return part.findValuesAsText(MARK);
    }

    /** Returns the hashes that a stored body names; none if it is whole. */
    static List<String> names(String body) {
        return body.startsWith(MARK) ? names(split(body)) : List.of();
    }

    private static JsonNode split(String body) {
        return Json.read(body.substring(MARK.length()), JsonNode.class);
    }

    /** Returns the JSON that was split into {@code body} and {@code texts}. */
    static String whole(String body, Map<String, JsonNode> texts) {
        if (!body.startsWith(MARK)) {
            return body;
        }
        JsonNode split = split(body);
        JsonNode tree = filled(split.get(WHOLE), texts);
        split.get(APART).properties().forEach(entry -> {
            JsonPointer place = JsonPointer.compile(entry.getKey());
            ((ObjectNode) tree.at(place.head()))
                    .set(place.last().getMatchingProperty(), filled(entry.getValue(), texts));
        });
        return Json.write(tree);
    }

    /** Returns a copy with each text in the place of its name. */
    private static JsonNode filled(JsonNode part, Map<String, JsonNode> texts) {
        return switch (part) {
            case ObjectNode name
            when name.has(MARK) ->
                filled(Objects.requireNonNull(texts.get(name.get(MARK).asText())), texts);
            case ObjectNode object -> {
                ObjectNode copy = Json.mapper().createObjectNode();
                object.properties().forEach(entry -> copy.set(entry.getKey(), filled(entry.getValue(), texts)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = Json.mapper().createArrayNode();
                array.forEach(element -> copy.add(filled(element, texts)));
                yield copy;
            }
            default -> part;
        };
    }
}
