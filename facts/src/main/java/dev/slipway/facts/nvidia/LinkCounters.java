package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Values;
import java.util.HashSet;
import java.util.Set;

/** Collects NVLink error counters by link and name. */
final class LinkCounters {
    /** Is the count above which a link needs a look; the count itself shows the rest. */
    private static final long THRESHOLD = 10;

    /**
     * Is stored by DCGM if the GPU has no such counter.
     *
     * @see <a href="https://github.com/NVIDIA/DCGM/blob/master/dcgmlib/dcgm_structs.h">DCGM_INT64_NOT_SUPPORTED</a>
     */
    private static final String NOT_SUPPORTED = "9223372036854775794";

    private LinkCounters() {}

    static void put(Findings found, String link, String counter, String value) {
        ObjectNode links = found.facts().withObjectProperty("links");
        Values.value(links.withObjectProperty(link), counter, value.strip().equals(NOT_SUPPORTED) ? "N/A" : value);
    }

    /** Notes a row of the table that names no counter. */
    static void broken(Findings found, String row) {
        if (row.startsWith("|") || row.startsWith("+")) {
            found.verdict(ToolVerdict.UNKNOWN, "a row of the table is broken");
        }
    }

    /** Only a number is a count. Each link has the counters that the others have. */
    static Findings weighed(Findings found) {
        JsonNode links = found.facts().path("links");
        if (links.isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "no link is counted");
        }
        weigh(found, "", links);
        return found;
    }

    /** Weighs the counters of each of these links; {@code where} stands before the link in a reason. */
    static void weigh(Findings found, String where, JsonNode links) {
        Set<Set<String>> named = new HashSet<>();
        links.properties().forEach(link -> {
            Set<String> names = new HashSet<>();
            link.getValue().properties().forEach(counter -> {
                names.add(counter.getKey());
                weigh(found, where + "link " + link.getKey() + ": ", counter.getKey(), counter.getValue());
            });
            named.add(names);
        });
        if (named.size() > 1 || named.contains(Set.of())) {
            found.verdict(ToolVerdict.UNKNOWN, where + "counters of a link are missing");
        }
    }

    private static void weigh(Findings found, String link, String name, JsonNode value) {
        if (value.isNull()) {
            return;
        }
        if (!value.isIntegralNumber() || value.asLong() < 0) {
            found.verdict(ToolVerdict.UNKNOWN, link + name + " is no count: " + value.asText());
        } else if (value.asLong() == 0) {
            found.verdict(ToolVerdict.PASS, "");
        } else {
            found.verdict(
                    value.asLong() > THRESHOLD ? ToolVerdict.FAIL : ToolVerdict.WARN,
                    link + value.asLong() + " × " + name);
        }
    }
}
