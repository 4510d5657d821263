package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Values;

/** NVLink error counters by link and name. */
final class LinkCounters {
    /** Above this a link is worth a look; the count itself tells the rest. */
    private static final long THRESHOLD = 10;

    private LinkCounters() {}

    static void put(Findings found, String link, String counter, String value) {
        ObjectNode links = found.facts().withObjectProperty("links");
        Values.value(links.withObjectProperty(link), counter, value);
    }

    static Findings weighed(Findings found) {
        found.facts()
                .path("links")
                .properties()
                .forEach(link -> link.getValue().properties().forEach(counter -> {
                    long count = counter.getValue().asLong(0);
                    String what = "link " + link.getKey() + ": " + count + " × " + counter.getKey();
                    if (count > THRESHOLD) {
                        found.verdict(ToolVerdict.FAIL, what);
                    } else if (count > 0) {
                        found.verdict(ToolVerdict.WARN, what);
                    } else {
                        found.verdict(ToolVerdict.PASS, "");
                    }
                }));
        return found;
    }
}
