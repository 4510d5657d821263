package dev.slipway.starter.cli;

import dev.slipway.starter.client.Facts;
import dev.slipway.starter.client.FleetFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prints facts as tables for people. Facts that are equal on all GPUs are one line; of the packages only important ones
 * are shown.
 */
final class FactsText {
    private static final Pattern OF_A_GPU = Pattern.compile("gpus\\[([^]]+)]\\.(\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("packages\\[([^]]+)]");
    private static final Pattern MATTERS =
            Pattern.compile(".*(nvidia|cuda|nccl|datacenter-gpu|mlnx|ofed|doca|gdr|nvlsm|linux-image-).*");

    private static final int SHOWN = 8;
    private static final List<String> ITS_OWN = List.of("index", "uuid", "serial");

    private FactsText() {}

    /** Returns one node: every fact with its value, or why it is unknown, and its source. */
    static String node(Facts answer, boolean all, Instant now) {
        StringBuilder text = new StringBuilder(head(answer, now)).append('\n');
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("FACT", "VALUE", "FROM"));
        int hidden = 0;
        Map<String, List<Facts.Fact>> gpus = new LinkedHashMap<>();
        for (Facts.Fact fact : answer.facts()) {
            Matcher gpu = OF_A_GPU.matcher(fact.name());
            if (gpu.matches() && !all) {
                gpus.computeIfAbsent(gpu.group(2), field -> new ArrayList<>()).add(fact);
                continue;
            }
            gpus(gpus, rows);
            if (all || matters(fact)) {
                rows.add(row(fact.name(), value(fact), fact));
            } else {
                hidden++;
            }
        }
        gpus(gpus, rows);
        text.append(Words.columns(rows));
        if (hidden > 0) {
            text.append(hidden).append(" more packages: --all shows them\n");
        }
        if (answer.files() != null) {
            answer.files()
                    .forEach((file, what) ->
                            text.append(file).append(": ").append(what).append('\n'));
        }
        return text.toString();
    }

    /** Returns one line per node of a fleet: the age of its facts, a summary, and what of them is unknown. */
    static String fleet(FleetFacts answer, Instant now) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("NODE", "READ", "FACTS", "UNKNOWN"));
        for (FleetFacts.Node node : answer.nodes()) {
            String at = node.collectedAt();
            List<String> unknown = node.unknownParts() == null ? List.of() : node.unknownParts();
            rows.add(List.of(
                    node.node(), at.isEmpty() ? "never" : Words.age(at, now) + " ago", node.summary(), some(unknown)));
        }
        return answer.fleet() + "   " + answer.nodes().size() + " nodes · " + answer.unread()
                + " never read or in part unknown\n" + Words.columns(rows);
    }

    private static String some(List<String> parts) {
        String first = String.join(", ", parts.subList(0, Math.min(SHOWN, parts.size())));
        return parts.size() > SHOWN ? first + " and " + (parts.size() - SHOWN) + " more" : first;
    }

    private static String head(Facts answer, Instant now) {
        String cluster = answer.cluster();
        String name = cluster.equals("-") ? answer.node() : cluster + "/" + answer.node();
        int unknown = answer.unknown();
        boolean saved = answer.files() != null && !answer.files().isEmpty();
        return name + "   " + (saved ? "saved " : "read ")
                + Words.age(answer.collectedAt(), now) + " ago (" + answer.collectedAt()
                + ") · " + answer.known() + " facts"
                + (unknown == 0 ? ", none unknown" : " · " + unknown + " unknown");
    }

    /** Adds one line per GPU with what differs, then one line for what all GPUs have in common. */
    private static void gpus(Map<String, List<Facts.Fact>> gpus, List<List<String>> rows) {
        Map<String, String> known = new LinkedHashMap<>();
        for (String field : ITS_OWN) {
            for (Facts.Fact fact : gpus.getOrDefault(field, List.of())) {
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
                facts.forEach(fact -> rows.add(row(fact.name(), value(fact), fact)));
            }
        });
        gpus.clear();
    }

    private static String part(Facts.Fact fact) {
        return fact.name().replaceFirst("\\.\\w+$", "");
    }

    private static boolean matters(Facts.Fact fact) {
        Matcher name = PACKAGE.matcher(fact.name());
        String value = value(fact);
        return !name.matches()
                || value.contains(" ")
                || MATTERS.matcher(name.group(1)).matches();
    }

    private static List<String> row(String name, String value, Facts.Fact fact) {
        String file = fact.source().file();
        return List.of(name, shortened(value), empty(file) ? fact.source().tool() : String.valueOf(file));
    }

    private static String value(Facts.Fact fact) {
        return empty(fact.error())
                ? or(fact.value()) + (empty(fact.unit()) ? "" : " " + fact.unit())
                : "unknown: " + fact.error();
    }

    private static boolean empty(@Nullable String text) {
        return or(text).isEmpty();
    }

    private static String or(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String shortened(String value) {
        return value.length() <= 120 ? value : value.substring(0, 119) + "…";
    }

    /** Returns what differs, field by field; the first side is the node, the second the comparison. */
    static String differences(FactsDiff.Differences compared) {
        StringBuilder text = new StringBuilder(compared.relation());
        int left = compared.leftOut().size();
        text.append(left == 0 ? "" : " (" + left + " fields that must differ are left out)")
                .append('\n');
        if (compared.same()) {
            return text.append("no field differs\n").toString();
        }
        List<List<String>> rows = new ArrayList<>();
        compared.differences().forEach(d -> rows.add(difference(d)));
        return text.append(Words.columns(rows)).toString();
    }

    private static List<String> difference(FactsDiff.Differences.Difference line) {
        String want = " → want " + shortened(line.want());
        return line.unknown() == null
                ? List.of(line.field(), shortened(line.have()) + want)
                : List.of(line.field(), "unknown: " + line.unknown() + want);
    }
}
