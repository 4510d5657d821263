package dev.slipway.model.gpu;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private static final String UNKNOWN = " is unknown";

    private static final int MOST_SRAM_ERRORS = 4;

    /** Returns whether a GPU with so many uncorrectable SRAM errors in its life exceeds NVIDIA's limit. */
    public static boolean sramWorn(long errors) {
        return errors > MOST_SRAM_ERRORS;
    }

    /** Returns what is wrong with the GPU; empty if nothing is. */
    public List<String> troubles() {
        List<String> troubles = marks();
        failure().ifPresent(troubles::add);
        return troubles;
    }

    /** Returns which row remaps the driver reports; empty if it reports none, or nothing about them. */
    public List<String> remaps() {
        List<String> remaps = new ArrayList<>();
        noteRemaps(remaps);
        remaps.removeIf(remap -> !remap.toLowerCase(Locale.ROOT).endsWith(" yes"));
        return remaps;
    }

    /** Returns whether the driver's report of row remaps is empty, or a word that is neither yes nor no. */
    public boolean remapsUnread() {
        List<String> remaps = new ArrayList<>();
        noteRemaps(remaps);
        return remaps.size() > remaps().size();
    }

    /** Returns what else fails the GPU's health; empty if nothing does, or if recovery action or row remaps name it. */
    public Optional<String> failure() {
        return marks().isEmpty() ? after(FAIL) : Optional.empty();
    }

    /** Returns what does not prove a fault and should be known. */
    public Optional<String> warning() {
        return after(WARN);
    }

    /** Returns why the health could not be weighed; empty if it was, or if nobody tried. */
    public Optional<String> unread() {
        return detail().filter(reading -> !reading.known()).map(Reading::error);
    }

    private List<String> marks() {
        List<String> marks = new ArrayList<>();
        note(marks, "recovery action", gpu.health().recoveryAction(), "None");
        noteRemaps(marks);
        return marks;
    }

    private void noteRemaps(List<String> marks) {
        note(marks, "row remap pending", gpu.health().remapPending(), "No");
        note(marks, "row remap failed", gpu.health().remapFailure(), "No");
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
            troubles.add(what + (found.isBlank() ? UNKNOWN : " " + found));
        }
    }
}
