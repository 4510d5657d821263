package dev.slipway.model.gpu;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists what a GPU of a node reports against itself: the driver's recovery action and row remaps, and all else that
 * {@code slipway parse} weighs in {@code nvidia-smi -q}. Facts from before that was weighed have no such finding.
 */
public record GpuFindings(NodeFacts facts, Gpu gpu) {
    /** Is the name of the detail that holds the findings of a GPU: {@link #CLEAN}, or a list after a severity. */
    public static final String DETAIL = "health";

    public static final String CLEAN = "clean";
    public static final String WARN = "WARN: ";
    public static final String FAIL = "FAIL: ";

    /** Lists what a driver prints that does not know a field; an empty text is unknown. */
    private static final List<String> NOT_KNOWN_HERE = List.of("[N/A]", "N/A");

    private static final int MOST_SRAM_ERRORS = 4;

    /** Returns whether a GPU with so many uncorrectable SRAM errors in its life exceeds NVIDIA's limit. */
    public static boolean sramWorn(long errors) {
        return errors > MOST_SRAM_ERRORS;
    }

    /** Returns what is wrong with the GPU; empty if nothing is. */
    public List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        note(troubles, "recovery action", gpu.health().recoveryAction(), "None");
        note(troubles, "row remap pending", gpu.health().remapPending(), "No");
        note(troubles, "row remap failed", gpu.health().remapFailure(), "No");
        if (troubles.isEmpty()) {
            after(FAIL).ifPresent(troubles::add);
        }
        return troubles;
    }

    /** Returns what does not prove a fault and should be known. */
    public Optional<String> warning() {
        return after(WARN);
    }

    /** Returns why the health could not be weighed; empty if it was, or if nobody tried. */
    public Optional<String> unread() {
        return detail().filter(reading -> !reading.known()).map(Reading::error);
    }

    private Optional<String> after(String severity) {
        return detail().map(reading -> reading.or(""))
                .filter(text -> text.startsWith(severity))
                .map(text -> text.substring(severity.length()));
    }

    private Optional<Reading<String>> detail() {
        return Optional.ofNullable(
                facts.details().gpus().getOrDefault(gpu.bdf(), Map.of()).get(DETAIL));
    }

    private static void note(List<String> troubles, String what, String found, String clean) {
        if (!found.equalsIgnoreCase(clean) && !NOT_KNOWN_HERE.contains(found)) {
            troubles.add(what + (found.isBlank() ? " is unknown" : " " + found));
        }
    }
}
