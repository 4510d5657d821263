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
import java.util.function.Consumer;

/**
 * Holds a record as JSON without the parts that recur. Each part of about {@value #SMALL} characters or more becomes a
 * text under the hash of its content, after the same was done to its own parts: what changed is stored again with what
 * is around it, and all else is only named. {@code texts} holds what {@code body} and other texts name, in the order of
 * the hashes; {@code named} are those that the body names.
 */
record SplitText(String body, SortedMap<String, String> texts, List<String> named) {
    private static final int SMALL = 256;

    /** Is about how many characters a name has: a hash, and what is around it. */
    private static final int NAMED = 50;

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
        JsonNode tree = Json.mapper().valueToTree(value);
        ObjectNode apart = Json.mapper().createObjectNode();
        changing.forEach(place -> takeApart(tree, place, apart));
        Splitter parts = new Splitter();
        parts.shorten(apart);
        int length = parts.shorten(tree);
        if (parts.marked || (parts.texts.isEmpty() && length < SMALL)) {
            return new SplitText(Json.write(value), new TreeMap<>(), List.of());
        }
        ObjectNode body = Json.mapper().createObjectNode();
        body.set(APART, apart);
        body.set(WHOLE, changing.isEmpty() || length < SMALL ? tree : parts.name(tree));
        return new SplitText(MARK + Json.write(body), parts.texts, names(body));
    }

    private static void takeApart(JsonNode tree, JsonPointer place, ObjectNode apart) {
        String name = place.last().getMatchingProperty();
        if (tree.at(place.head()) instanceof ObjectNode parent && parent.hasNonNull(name)) {
            apart.set(place.toString(), parent.get(name));
            parent.set(name, NullNode.getInstance());
        }
    }

    /** Puts names in the place of the parts of one record, and gathers their texts. */
    private static final class Splitter {
        private final SortedMap<String, String> texts = new TreeMap<>();
        private boolean marked;

        /**
         * Names each part below this one that is not small, the innermost first. Returns about how many characters it
         * then has as JSON: most parts are small, and to write each of them costs more than all else.
         */
        int shorten(JsonNode part) {
            int length = part.isValueNode() ? part.asText().length() : 2;
            for (Map.Entry<String, JsonNode> entry : part.properties()) {
                marked |= entry.getKey().equals(MARK);
                length += entry.getKey().length() + 4 + shorten(entry.getValue(), entry::setValue);
            }
            if (part instanceof ArrayNode array) {
                for (int i = 0; i < array.size(); i++) {
                    int place = i;
                    length += 1 + shorten(array.get(i), name -> array.set(place, name));
                }
            }
            return length;
        }

        private int shorten(JsonNode part, Consumer<JsonNode> place) {
            int length = shorten(part);
            if (length < SMALL) {
                return length;
            }
            place.accept(name(part));
            return NAMED;
        }

        ObjectNode name(JsonNode part) {
            String text = Json.write(part);
            String hash = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(text));
            texts.put(hash, text);
            return Json.mapper().createObjectNode().put(MARK, hash);
        }
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
