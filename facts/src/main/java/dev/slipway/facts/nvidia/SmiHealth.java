package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.nvidia.HealthItem.Rule;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Values;
import dev.slipway.model.gpu.GpuFindings;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Weighs what the driver itself reports about the health of GPUs. A GPU without a report carries no verdict; an unknown
 * word is neither good nor bad, and bars PASS.
 */
final class SmiHealth {
    /**
     * A GPU with so many retired pages is a case for repair.
     *
     * @see <a href="https://docs.nvidia.com/deploy/dynamic-page-retirement/index.html">NVIDIA: dynamic page
     *     retirement</a>
     */
    private static final int MOST_RETIRED = 60;

    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
    private static final Pattern SPEED = Pattern.compile("[0-9.]+ ?[GMK]B/s");

    /** Lists rules that prove no health: nothing slowed or nothing registered. */
    private static final Set<Rule> NOT_HEALTH =
            Set.of(Rule.SLOWDOWN, Rule.POWER_BRAKE, Rule.FABRIC_STATE, Rule.FABRIC_STATUS, Rule.PAGES, Rule.NONE);

    /** Holds the small words by which a value is good, and those by which it is bad; all others are unknown. */
    private record Words(Set<String> good, Predicate<String> bad) {}

    private static final Map<Rule, Words> WORDS = new EnumMap<>(Map.of(
            Rule.FLAG, new Words(Set.of("no", "false", "0"), Set.of("yes", "true", "1")::contains),
            Rule.ACTION, new Words(Set.of("none"), word -> true),
            Rule.FABRIC_STATUS, new Words(Set.of("success", "nvml_success"), word -> true),
            Rule.CONFIGURATION, new Words(Set.of("none", "false", "no"), word -> true),
            Rule.FABRIC_STATE, new Words(Set.of("completed"), word -> false),
            Rule.SUMMARY, new Words(Set.of("healthy", "limited capacity"), "unhealthy"::equals),
            Rule.BANDWIDTH, new Words(Set.of("full"), "degraded"::equals),
            Rule.RECOVERY, new Words(Set.of("no", "false", "yes", "true"), word -> false)));

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
        switch (item.rule()) {
            case COUNT, PAGES -> counted(where, item, value);
            case SLOWDOWN -> slowdown(where, item, value.toLowerCase(Locale.ROOT), places);
            case POWER_BRAKE, NONE -> {
                // A slowdown of all GPUs for the power supply of a rack is reported beside the slowdown.
            }
            case FLAG, ACTION, FABRIC_STATUS, CONFIGURATION, FABRIC_STATE, SUMMARY, BANDWIDTH, RECOVERY ->
                word(where, item, value);
        }
    }

    private void word(String where, HealthItem item, String value) {
        boolean speed = item.rule() == Rule.BANDWIDTH && SPEED.matcher(value).matches();
        String word = speed ? "full" : value.toLowerCase(Locale.ROOT);
        Words words = Objects.requireNonNull(WORDS.get(item.rule()));
        if (!words.good().contains(word)) {
            ToolVerdict verdict = words.bad().test(word) ? ToolVerdict.FAIL : ToolVerdict.UNKNOWN;
            found.verdict(verdict, what(where, item, value));
        }
        if ((item.rule() == Rule.RECOVERY && (word.equals("yes") || word.equals("true")))
                || word.equals("limited capacity")) {
            warned = true;
            found.verdict(ToolVerdict.WARN, what(where, item, value));
        }
    }

    private static String what(String where, HealthItem item, String value) {
        return where + ": " + item.path() + ": " + value;
    }

    private void counted(String where, HealthItem item, String value) {
        if (!WHOLE.matcher(value).matches()) {
            found.verdict(ToolVerdict.UNKNOWN, what(where, item, value));
        } else if (item.rule() == Rule.COUNT && Long.parseLong(value) > 0) {
            fail(what(where, item, value));
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
