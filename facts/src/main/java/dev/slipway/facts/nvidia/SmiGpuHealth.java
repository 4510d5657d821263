package dev.slipway.facts.nvidia;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.GpuFindings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Weighs one GPU of {@code nvidia-smi -q} for the facts of a node, as {@code slipway parse} weighs it for people. */
public final class SmiGpuHealth {
    /** Lists the counts of the SRAM's uncorrectable errors in a GPU's life: one for all, or one per kind of check. */
    public static final List<String> SRAM = List.of(
            "ECC Errors/Aggregate/SRAM Uncorrectable",
            "ECC Errors/Aggregate/SRAM Uncorrectable Parity",
            "ECC Errors/Aggregate/SRAM Uncorrectable SEC-DED");

    private SmiGpuHealth() {}

    /**
     * Returns what the values of one GPU, by their path, say of its health, in the form of {@link GpuFindings}; unknown
     * if a word of them is not known, {@code [N/A]} if the driver reports nothing about it.
     */
    public static Reading<String> of(Map<String, String> gpu) {
        Findings found = new Findings("nvidia-smi -q");
        new SmiHealth(found).report(gpu);
        ToolReport<?> weighed = found.complete().of(Output.of(new byte[0], OptionalInt.of(0)));
        Optional<ToolVerdict> verdict = weighed.verdict();
        String address = gpu.getOrDefault("Address", "") + ": ";
        String reasons = String.join("; ", weighed.reasons()).replace(address, "");
        if (verdict.isEmpty()) {
            return Reading.of("[N/A]");
        }
        return switch (verdict.get()) {
            case PASS -> Reading.of(GpuFindings.CLEAN);
            case WARN -> Reading.of(GpuFindings.WARN + reasons);
            case FAIL -> Reading.of(GpuFindings.FAIL + reasons);
            case UNKNOWN, SKIP, INFRASTRUCTURE_ERROR -> Reading.unknown("smi-q: " + reasons);
        };
    }
}
