package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.nvidia.HealthItem.Rule;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Values;
import dev.slipway.model.gpu.GpuFindings;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Weighs what the driver itself reports about the health of GPUs. A GPU without a report carries no verdict; an unknown
 * word is neither good nor bad, and bars PASS.
 */
final class SmiHealth {
    private static final int MOST_RETIRED = 60;
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
    private static final Pattern SPEED = Pattern.compile("[0-9.]+ ?[GMK]B/s");

    /** Lists rules that prove no health: nothing slowed or nothing registered. */
    private static final Set<Rule> NOT_HEALTH =
            Set.of(Rule.SLOWDOWN, Rule.POWER_BRAKE, Rule.FABRIC_STATE, Rule.FABRIC_STATUS, Rule.PAGES, Rule.NONE);

    private final Findings found;
    private boolean warned;

    SmiHealth(Findings found) {
        this.found = found;
    }

    /** Returns whether the driver reports with this value that there is none. */
    static boolean stated(String value) {
        return !value.isBlank() && (!Values.absent(value) || value.strip().equalsIgnoreCase("unknown"));
    }

    /** Writes health as facts: counters as numbers, what does not apply as {@code null}. */
    static void facts(ObjectNode gpu, Map<String, String> places) {
        HealthItem.ALL.forEach(item ->
                Optional.ofNullable(places.get(item.path())).ifPresent(value -> Values.value(gpu, item.fact(), value)));
    }

    /** Weighs one GPU of {@code nvidia-smi -q}, by all values of its report. */
    void report(Map<String, String> gpu) {
        String address = gpu.getOrDefault("Address", "");
        gpu.forEach((path, value) -> {
            if (!path.startsWith("Processes")) {
                SmiErrors.inCell(value)
                        .ifPresent(kind -> found.verdict(SmiErrors.ofCell(kind), address + ": " + path + ": " + value));
            }
            if (path.startsWith("MIG Device") && path.contains("Uncorrectable") && value.matches("0*[1-9][0-9]*")) {
                fail(address + ": " + path + ": " + value);
            }
        });
        weigh(address, HealthItem.byPath(gpu));
    }

    /** Weighs one GPU, by the places of its values in {@code nvidia-smi -q}. */
    void weigh(String where, Map<String, String> places) {
        boolean known = false;
        for (HealthItem item : HealthItem.ALL) {
            String value = places.getOrDefault(item.path(), "");
            if (stated(value) && SmiErrors.inCell(value).isEmpty()) {
                item(where, item, value.strip(), places);
                known |= !NOT_HEALTH.contains(item.rule());
            }
        }
        long retired = count(places, "Retired Pages/Single Bit ECC") + count(places, "Retired Pages/Double Bit ECC");
        if (retired >= MOST_RETIRED) {
            fail(where + ": " + retired + " pages are retired");
        }
        long sram = SmiGpuHealth.SRAM.stream()
                .mapToLong(path -> count(places, path))
                .sum();
        if (GpuFindings.sramWorn(sram)) {
            fail(where + ": " + sram + " uncorrectable SRAM errors in its life");
        }
        if (known) {
            found.verdict(ToolVerdict.PASS, "");
        }
    }

    /**
     * Closes the report. If the output did not show its end, it may hold worse than a warning, unless the tool ended
     * well.
     */
    void close(Output output, boolean complete) {
        if (complete) {
            found.complete();
        } else if (warned && output.exit().orElse(-1) != 0) {
            found.verdict(ToolVerdict.UNKNOWN, "nothing shows that this is the whole output; exit status 0 would");
        }
    }

    /** The hardware holds the clocks down. */
    void slowed(String where, String what) {
        warned = true;
        found.verdict(ToolVerdict.WARN, where + ": the hardware slows the GPU down: " + what);
    }

    private static long count(Map<String, String> places, String path) {
        String value = places.getOrDefault(path, "").strip();
        return WHOLE.matcher(value).matches() ? Long.parseLong(value) : 0;
    }

    private void item(String where, HealthItem item, String value, Map<String, String> places) {
        String what = where + ": " + item.path() + ": " + value;
        String word = value.toLowerCase(Locale.ROOT);
        switch (item.rule()) {
            case FLAG -> weigh(what, word, Set.of("no", "false", "0"), Set.of("yes", "true", "1"));
            case ACTION -> weigh(what, word, Set.of("none"), Set.of(word));
            case FABRIC_STATUS -> weigh(what, word, Set.of("success", "nvml_success"), Set.of(word));
            case CONFIGURATION -> weigh(what, word, Set.of("none", "false", "no"), Set.of(word));
            case FABRIC_STATE -> weigh(what, word, Set.of("completed"), Set.of());
            case SUMMARY -> weigh(what, word, Set.of("healthy", "limited capacity"), Set.of("unhealthy"));
            case BANDWIDTH ->
                weigh(what, SPEED.matcher(value).matches() ? "full" : word, Set.of("full"), Set.of("degraded"));
            case RECOVERY -> weigh(what, word, Set.of("no", "false", "yes", "true"), Set.of());
            case COUNT, PAGES -> counted(what, item, value);
            case SLOWDOWN -> slowdown(where, item, word, places);
            case POWER_BRAKE, NONE -> {
                // A slowdown of all GPUs for the power supply of a rack is reported beside the slowdown.
            }
        }
        if ((item.rule() == Rule.RECOVERY && Set.of("yes", "true").contains(word)) || word.equals("limited capacity")) {
            warned = true;
            found.verdict(ToolVerdict.WARN, what);
        }
    }

    private void weigh(String what, String word, Set<String> good, Set<String> bad) {
        if (good.contains(word)) {
            return;
        } else if (bad.contains(word)) {
            fail(what);
        } else {
            found.verdict(ToolVerdict.UNKNOWN, what);
        }
    }

    private void counted(String what, HealthItem item, String value) {
        if (!WHOLE.matcher(value).matches()) {
            found.verdict(ToolVerdict.UNKNOWN, what);
        } else if (item.rule() == Rule.COUNT && Long.parseLong(value) > 0) {
            fail(what);
        }
    }

    /** A power brake that slows without heat comes from the supply, and the GPU is well. */
    private void slowdown(String where, HealthItem item, String word, Map<String, String> places) {
        boolean brake = places.getOrDefault("Clocks Event Reasons/HW Power Brake Slowdown", "")
                .equals("Active");
        boolean general = item.fact().equals("hwSlowdown");
        if (word.equals("active") && general && brake) {
            found.because(where + ": the power brake slows the GPU down; look at the supply");
        } else if (word.equals("active")) {
            slowed(where, item.path());
        } else if (!word.equals("not active")) {
            found.verdict(ToolVerdict.UNKNOWN, where + ": " + item.path() + ": " + word);
        }
    }

    private void fail(String reason) {
        found.verdict(ToolVerdict.FAIL, reason);
    }
}
