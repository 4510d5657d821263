package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Json;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Parses {@code dcgmi … -j} except the diagnostic's: a header, and a body of values that may continue in a list. */
final class DcgmiTrees {
    private static final Pattern LINK = Pattern.compile("^Link ([0-9]{1,3})$");
    private static final Pattern GPU = Pattern.compile("^GPU(?: ID:)? ([0-9]{1,4})$");

    private DcgmiTrees() {}

    static ToolReport<?> parse(Output output, List<Output.Line> beside) {
        JsonNode root;
        try {
            root = Json.read(DiagJson.document(output.text()));
        } catch (JsonProcessingException e) {
            Findings broken = new Findings("dcgmi json");
            beside.forEach(broken::unparsed);
            return broken.verdict(ToolVerdict.UNKNOWN, "the JSON is not whole")
                    .cut("the output is incomplete")
                    .of(output);
        }
        boolean counters = root.path("header").toString().contains("NVLINK Error Counts");
        Findings found = new Findings(counters ? "dcgmi nvlink -e json" : "dcgmi json");
        beside.forEach(found::unparsed);
        if (!root.has("body")) {
            found.verdict(ToolVerdict.UNKNOWN, "not an output of dcgmi that is known");
        }
        for (JsonNode line : root.path("header")) {
            found.facts().withArray("header").add(line.asText());
            Text.first(GPU, line.asText()).ifPresent(g -> found.facts().put("gpu", Integer.parseInt(g)));
        }
        root.path("body").properties().forEach(entry -> {
            if (counters) {
                counters(found, entry);
            } else {
                put(found.facts(), entry.getKey(), entry.getValue());
            }
        });
        if (root.path("header").toString().contains("Health Monitor Report")) {
            health(found);
        }
        return (counters ? LinkCounters.weighed(found) : found).complete().of(output);
    }

    private static void counters(Findings found, Map.Entry<String, JsonNode> link) {
        Text.first(LINK, link.getKey())
                .ifPresent(number -> link.getValue()
                        .path("children")
                        .properties()
                        .forEach(c -> LinkCounters.put(
                                found,
                                number,
                                c.getKey(),
                                c.getValue().path("value").asText())));
    }

    private static void health(Findings found) {
        String overall = found.facts().path("Overall Health").asText("not shown");
        ToolVerdict verdict = switch (overall) {
            case "Healthy" -> ToolVerdict.PASS;
            case "Warning" -> ToolVerdict.WARN;
            case "Failure" -> ToolVerdict.FAIL;
            default -> ToolVerdict.UNKNOWN;
        };
        found.verdict(verdict, verdict == ToolVerdict.PASS ? "" : "overall health: " + overall);
    }

    /** A value that did not fit into its cell goes on under {@code overflow}. */
    private static void put(ObjectNode facts, String key, JsonNode node) {
        List<String> parts = new ArrayList<>();
        if (node.has("value")) {
            parts.add(node.path("value").asText());
        }
        node.path("overflow").forEach(part -> parts.add(part.asText()));
        if (parts.size() > 1) {
            parts.forEach(facts.putArray(key)::add);
        } else if (parts.size() == 1) {
            facts.put(key, parts.getFirst());
        } else {
            facts.set(key, node);
        }
    }
}
