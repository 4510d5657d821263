package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.facts.FactsHash;
import dev.slipway.facts.FactsSummary;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.view.Fact;
import dev.slipway.facts.view.FactSheet;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What is true of every answer of every parser, whatever bytes it was given. */
final class Sound {
    static final String PROBE = "probe";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /** Formats that say where they end, so that a cut one is known as cut. */
    private static final Set<String> ENDED =
            Set.of("dcgmi diag json", "dcgmi diag table", "nvidia-smi xml", "nccl-tests");

    private Sound() {}

    /** Fails where the answer is no answer, is larger than what was read warrants, or is clean without grounds. */
    static void answer(String tool, byte[] bytes) {
        if (tool.equals(PROBE)) {
            facts(bytes);
            return;
        }
        ToolReport<?> parsed = ToolParsers.parse(tool, bytes, OptionalInt.empty());
        String json = parsed.json().toString();

        check(json.length() <= 100_000 + 40 * bytes.length, "grows to " + json.length());
        check(readable(json), "is no JSON");
        check(!parsed.format().isBlank(), "has no format");
        if (passed(parsed)) {
            // A pager cuts lines at the width of a screen; the state of a unit stands before that.
            boolean narrow = parsed.format().equals("systemctl status");
            check(!parsed.truncated() || narrow, "is cut and passes: " + json);
            check(!parsed.facts().hasNonNull("error"), "has an error and passes: " + json);
            check(!blank(bytes), "is blank and passes");
        } else if (failed(parsed) && ENDED.contains(parsed.format())) {
            byte[] cut = Arrays.copyOf(bytes, Math.floorMod(Arrays.hashCode(bytes), bytes.length));
            ToolReport<?> beginning = ToolParsers.parse(tool, cut, OptionalInt.empty());
            // Of two outputs, one behind the other, the first may well pass.
            boolean same = beginning.format().equals(parsed.format());
            check(!(same && passed(beginning)), "fails, and cut it passes");
        }
        if (!passed(parsed) && bytes.length % 8 == 0) {
            check(!passed(ToolParsers.parse(tool, bytes, OptionalInt.of(1))), "passes only where the tool failed");
        }
    }

    /** An answer without its end has unknown parts, and every fact has a value or a reason, of bounded length. */
    private static void facts(byte[] bytes) {
        NodeFacts facts = ProbeAnswer.of(bytes).facts(NODE, NOW);
        boolean ended = new String(bytes, UTF_8).contains("@@ end 0 0\n");
        check(ended || !facts.errors().isEmpty(), "has no end and no unknown part");
        long size = 0;
        for (Fact fact : FactSheet.of(facts).facts()) {
            boolean said = fact.reading().known() != !fact.reading().error().isBlank();
            check(said, "has neither value nor reason for " + fact.name());
            check(fact.reading().error().length() < 500, "has an endless reason for " + fact.name());
            size += fact.text().length();
        }
        check(size <= 100_000 + 40L * bytes.length, "grows to " + size);
        check(FactsSummary.of(facts).length() <= 200, "has an endless summary");
        check(FactsHash.of(facts).length() == 64, "has no hash");
    }

    private static boolean passed(ToolReport<?> parsed) {
        return parsed.verdict().equals(Optional.of(ToolVerdict.PASS));
    }

    private static boolean failed(ToolReport<?> parsed) {
        return parsed.verdict().equals(Optional.of(ToolVerdict.FAIL));
    }

    private static boolean blank(byte[] bytes) {
        return new String(bytes, UTF_8).replace("\0", "").isBlank();
    }

    private static boolean readable(String json) {
        try {
            return JSON.readTree(json).isObject();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("the answer " + what);
        }
    }
}
