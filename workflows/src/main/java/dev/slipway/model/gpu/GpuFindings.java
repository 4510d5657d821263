package dev.slipway.model.gpu;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

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

    /**
     * NVIDIA counts them per bank, and reports do not show the bank.
     *
     * @see <a href="https://docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt/index.html">NVIDIA: GPU memory error
     *     management, RMA policy</a>
     */
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
        return remapWords().entrySet().stream()
                .filter(remap -> remap.getValue().equalsIgnoreCase("Yes"))
                .map(remap -> remap.getKey() + " " + remap.getValue())
                .toList();
    }

    /** Returns whether the driver's report of row remaps is empty, or a word that is neither yes nor no. */
    public boolean remapsUnread() {
        return remapWords().values().stream().anyMatch(word -> !word.equalsIgnoreCase("Yes") && !clean(word, "No"));
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
        remapWords().forEach((what, word) -> note(marks, what, word, "No"));
        return marks;
    }

    private SequencedMap<String, String> remapWords() {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        words.put("row remap pending", gpu.health().remapPending());
        words.put("row remap failed", gpu.health().remapFailure());
        return words;
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
        if (!clean(found, clean)) {
            troubles.add(what + (found.isBlank() ? " is unknown" : " " + found));
        }
    }

    private static boolean clean(String found, String clean) {
        return found.equalsIgnoreCase(clean) || NOT_KNOWN_HERE.contains(found);
    }
}
