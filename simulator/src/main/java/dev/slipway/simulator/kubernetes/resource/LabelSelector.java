package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a label selector, from its query text or from a {@code LabelSelector} object. */
public record LabelSelector(List<Requirement> requirements) {
    private static final String KEY = "(?<key>[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?)";
    private static final String VALUE = "[A-Za-z0-9]?[-A-Za-z0-9_.]*";
    private static final Pattern EQUALITY = Pattern.compile(KEY + "\\s*(?<op>==|=|!=)\\s*(?<value>" + VALUE + ")");
    private static final Pattern SET =
            Pattern.compile(KEY + "\\s+(?<op>in|notin)\\s*\\((?<values>[-A-Za-z0-9_.,\\s]*)\\)");
    private static final Pattern PRESENCE = Pattern.compile("(?<op>!?)\\s*" + KEY);
    private static final Pattern ORDER = Pattern.compile(KEY + "\\s*(?<op>[<>])\\s*(?<value>-?[0-9]+)");

    /** Is one condition of a selector; all of them must hold. */
    record Requirement(String key, Operator operator, Set<String> values) {
        boolean matches(JsonNode labels) {
            JsonNode value = labels.path(key);
            boolean present = value.isTextual();
            return switch (operator) {
                case IN -> present && values.contains(value.asText());
                case NOT_IN -> !present || !values.contains(value.asText());
                case EXISTS -> present;
                case ABSENT -> !present;
                case GREATER -> present && number(value.asText()) > bound();
                case LESS -> present && number(value.asText()) < bound();
            };
        }

        private long bound() {
            return number(values.iterator().next());
        }

        private static long number(String text) {
            return text.matches("-?[0-9]{1,18}") ? Long.parseLong(text) : 0;
        }
    }

    enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        ABSENT,
        GREATER,
        LESS
    }

    static LabelSelector parse(String text) {
        List<Requirement> found = new ArrayList<>();
        if (!text.isBlank()) {
            for (String part : text.split(",(?![^(]*\\))", -1)) {
                found.add(requirement(part.strip()));
            }
        }
        return new LabelSelector(List.copyOf(found));
    }

    /** Reads {@code matchLabels} and {@code matchExpressions}; an absent selector selects nothing by itself. */
    public static LabelSelector of(JsonNode selector) {
        List<Requirement> found = new ArrayList<>();
        selector.path("matchLabels")
                .properties()
                .forEach(label -> found.add(new Requirement(
                        label.getKey(), Operator.IN, Set.of(label.getValue().asText()))));
        for (JsonNode expression : selector.path("matchExpressions")) {
            Set<String> values = new TreeSet<>();
            expression.path("values").forEach(value -> values.add(value.asText()));
            found.add(new Requirement(
                    expression.path("key").asText(),
                    operator(expression.path("operator").asText()),
                    values));
        }
        return new LabelSelector(List.copyOf(found));
    }

    public boolean matches(JsonNode labels) {
        return requirements.stream().allMatch(requirement -> requirement.matches(labels));
    }

    private static Operator operator(String text) {
        return switch (text) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.ABSENT;
            default -> throw ApiError.badRequest("\"" + text + "\" is not a valid label selector operator");
        };
    }

    private static Requirement requirement(String text) {
        Matcher equality = EQUALITY.matcher(text);
        if (equality.matches()) {
            Operator operator = equality.group("op").equals("!=") ? Operator.NOT_IN : Operator.IN;
            return new Requirement(equality.group("key"), operator, Set.of(equality.group("value")));
        }
        Matcher set = SET.matcher(text);
        if (set.matches()) {
            Operator operator = set.group("op").equals("in") ? Operator.IN : Operator.NOT_IN;
            return new Requirement(set.group("key"), operator, values(set.group("values")));
        }
        Matcher order = ORDER.matcher(text);
        if (order.matches()) {
            Operator operator = order.group("op").equals(">") ? Operator.GREATER : Operator.LESS;
            return new Requirement(order.group("key"), operator, Set.of(order.group("value")));
        }
        Matcher presence = PRESENCE.matcher(text);
        if (presence.matches()) {
            Operator operator = presence.group("op").isEmpty() ? Operator.EXISTS : Operator.ABSENT;
            return new Requirement(presence.group("key"), operator, Set.of());
        }
        throw ApiError.badRequest("unable to parse requirement: " + text);
    }

    private static Set<String> values(String text) {
        Set<String> found = new TreeSet<>();
        for (String value : text.split(",", -1)) {
            found.add(value.strip());
        }
        return found;
    }
}
