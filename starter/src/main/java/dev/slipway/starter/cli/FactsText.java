package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Facts as tables for people. What all GPUs say alike is one line; of the packages those that matter are shown. */
final class FactsText {
    private static final Pattern OF_A_GPU = Pattern.compile("gpus\\[([^]]+)]\\.(\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("packages\\[([^]]+)]");
    private static final Pattern MATTERS =
            Pattern.compile(".*(nvidia|cuda|nccl|datacenter-gpu|mlnx|ofed|doca|gdr|nvlsm|linux-image-).*");

    private static final int SHOWN = 8;
    private static final List<String> ITS_OWN = List.of("index", "uuid", "serial");

    private FactsText() {}

    /** One node: every fact with its value, or why it is unknown, and where it came from. */
    static String node(JsonNode answer, boolean all, Instant now) {
        StringBuilder text = new StringBuilder(head(answer, now)).append('\n');
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("FACT", "VALUE", "FROM"));
        int hidden = 0;
        Map<String, List<JsonNode>> gpus = new LinkedHashMap<>();
        for (JsonNode fact : answer.path("facts")) {
            Matcher gpu = OF_A_GPU.matcher(Words.text(fact, "name"));
            if (gpu.matches() && !all) {
                gpus.computeIfAbsent(gpu.group(2), field -> new ArrayList<>()).add(fact);
                continue;
            }
            gpus(gpus, rows);
            if (all || matters(fact)) {
                rows.add(row(Words.text(fact, "name"), value(fact), fact));
            } else {
                hidden++;
            }
        }
        gpus(gpus, rows);
        text.append(Words.columns(rows));
        if (hidden > 0) {
            text.append(hidden).append(" more packages: --all shows them\n");
        }
        answer.path("files")
                .properties()
                .forEach(file -> text.append(file.getKey())
                        .append(": ")
                        .append(file.getValue().asText())
                        .append('\n'));
        return text.toString();
    }

    /** One line a node of a fleet: how old its facts are, what it says in short, and what of it is unknown. */
    static String fleet(JsonNode answer, Instant now) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("NODE", "READ", "FACTS", "UNKNOWN"));
        for (JsonNode node : answer.path("nodes")) {
            String at = Words.text(node, "collectedAt");
            List<String> unknown = new ArrayList<>();
            node.path("unknownParts").forEach(part -> unknown.add(part.asText()));
            rows.add(List.of(
                    Words.text(node, "node"),
                    at.isEmpty() ? "never" : Words.age(at, now) + " ago",
                    Words.text(node, "summary"),
                    some(unknown)));
        }
        return Words.text(answer, "fleet") + "   " + answer.path("nodes").size() + " nodes · "
                + answer.path("unread").asInt() + " never read or in part unknown\n" + Words.columns(rows);
    }

    private static String some(List<String> parts) {
        String first = String.join(", ", parts.subList(0, Math.min(SHOWN, parts.size())));
        return parts.size() > SHOWN ? first + " and " + (parts.size() - SHOWN) + " more" : first;
    }

    private static String head(JsonNode answer, Instant now) {
        String cluster = Words.text(answer, "cluster");
        String name = cluster.equals("-") ? Words.text(answer, "node") : cluster + "/" + Words.text(answer, "node");
        int unknown = answer.path("unknown").asInt();
        return name + "   " + (answer.has("files") ? "saved " : "read ")
                + Words.age(Words.text(answer, "collectedAt"), now) + " ago (" + Words.text(answer, "collectedAt")
                + ") · " + answer.path("known").asInt() + " facts"
                + (unknown == 0 ? ", none unknown" : " · " + unknown + " unknown");
    }

    /** A line a GPU with what tells it from the others, then a line for what all say alike. */
    private static void gpus(Map<String, List<JsonNode>> gpus, List<List<String>> rows) {
        Map<String, String> known = new LinkedHashMap<>();
        for (String field : ITS_OWN) {
            for (JsonNode fact : gpus.getOrDefault(field, List.of())) {
                known.merge(part(fact), field + " " + value(fact), (before, more) -> before + ", " + more);
            }
        }
        gpus.getOrDefault("uuid", List.of())
                .forEach(fact -> rows.add(row(part(fact), known.getOrDefault(part(fact), ""), fact)));
        ITS_OWN.forEach(gpus::remove);
        gpus.forEach((field, facts) -> {
            boolean alike = facts.stream().map(FactsText::value).distinct().count() == 1;
            if (alike && facts.size() > 1) {
                rows.add(row("gpus[all " + facts.size() + "]." + field, value(facts.getFirst()), facts.getFirst()));
            } else {
                facts.forEach(fact -> rows.add(row(Words.text(fact, "name"), value(fact), fact)));
            }
        });
        gpus.clear();
    }

    private static String part(JsonNode fact) {
        return Words.text(fact, "name").replaceFirst("\\.\\w+$", "");
    }

    private static boolean matters(JsonNode fact) {
        Matcher name = PACKAGE.matcher(Words.text(fact, "name"));
        String value = value(fact);
        return !name.matches()
                || value.contains(" ")
                || MATTERS.matcher(name.group(1)).matches();
    }

    private static List<String> row(String name, String value, JsonNode fact) {
        JsonNode source = fact.path("source");
        String file = Words.text(source, "file");
        return List.of(name, shortened(value), file.isEmpty() ? Words.text(source, "tool") : file);
    }

    private static String value(JsonNode fact) {
        String unit = Words.text(fact, "unit");
        return fact.has("error")
                ? "unknown: " + Words.text(fact, "error")
                : Words.text(fact, "value") + (unit.isEmpty() ? "" : " " + unit);
    }

    private static String shortened(String value) {
        return value.length() <= 120 ? value : value.substring(0, 119) + "…";
    }

    /** What differs, field by field; the first side is what is, the second what it is held against. */
    static String differences(JsonNode compared) {
        StringBuilder text = new StringBuilder(Words.text(compared, "relation"));
        int left = compared.path("leftOut").size();
        text.append(left == 0 ? "" : " (" + left + " fields that must differ are left out)")
                .append('\n');
        if (compared.path("same").asBoolean()) {
            return text.append("no field differs\n").toString();
        }
        List<List<String>> rows = new ArrayList<>();
        compared.path("differences").forEach(d -> rows.add(difference(d)));
        return text.append(Words.columns(rows)).toString();
    }

    private static List<String> difference(JsonNode line) {
        String have = shortened(Words.text(line, "have"));
        String want = " → want " + shortened(Words.text(line, "want"));
        return line.has("unknown")
                ? List.of(Words.text(line, "field"), "unknown: " + Words.text(line, "unknown") + want)
                : List.of(Words.text(line, "field"), have + want);
    }
}
