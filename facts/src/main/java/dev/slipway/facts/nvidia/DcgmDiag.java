package dev.slipway.facts.nvidia;

import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reports what {@code dcgmi diag} found. {@code reasons} states in one line each why the verdict is not a pass, {@code
 * gpus} on how many GPUs it ran (0 if the output does not show it).
 */
public record DcgmDiag(ToolVerdict verdict, List<String> reasons, int gpus) {

    /**
     * Reads the output (JSON or table, DCGM 1 to 4) and the exit status of {@code dcgmi diag}, as {@link DcgmiParser}
     * does. Never throws: an answer that is not understood is {@link ToolVerdict#UNKNOWN}. The report counts before the
     * exit status, the worst test decides.
     *
     * @param expectedGpus how many GPUs every test must have covered; 0 requires none, for outputs that do not show it
     * @param allowedSkips tests that the hardware profile allows to be skipped, by their names in any release, any case
     */
    public static DcgmDiag parse(byte[] out, int exit, int expectedGpus, List<String> allowedSkips) {
        return parse(out, exit, expectedGpus, allowedSkips, List.of());
    }

    /**
     * Returns the same, and each of the {@code required} tests must be present; {@link #required(int)} has them by
     * level.
     */
    public static DcgmDiag parse(
            byte[] out, int exit, int expectedGpus, List<String> allowedSkips, List<String> required) {
        Output output = Output.of(out, OptionalInt.of(exit));
        ToolReport<?> report = new DcgmiParser(DiagDemands.of(expectedGpus, allowedSkips, required)).parse(output);
        ToolVerdict verdict = report.verdict().orElse(ToolVerdict.UNKNOWN);
        List<String> reasons = new ArrayList<>(report.reasons());
        boolean good = verdict == ToolVerdict.PASS || verdict == ToolVerdict.WARN;
        if (good && !report.format().startsWith(DiagParser.FORMAT)) {
            verdict = ToolVerdict.UNKNOWN;
        }
        if (reasons.isEmpty() && verdict != ToolVerdict.PASS) {
            reasons.add("no report, exit status " + exit + ": " + Text.shorten(output.text(), 200));
        }
        return new DcgmDiag(
                verdict,
                List.copyOf(reasons),
                report.facts().path(DiagParser.COVERED).asInt());
    }

    /** Returns what the output reports, test by test; empty if it holds no readable report. Never throws. */
    public static List<DiagReport> reports(String text) {
        Output output = Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.empty());
        return DcgmiPart.split(output).stream()
                .flatMap(part -> DiagReport.of(output.only(part.lines())).stream())
                .toList();
    }

    /** Returns the tests that a run of this level must report, beside those of software that every level has. */
    public static List<String> required(int level) {
        return DiagDemands.ofLevel(level);
    }

    /** Returns whether the diag passed on every count. */
    public boolean passed() {
        return verdict == ToolVerdict.PASS;
    }

    @Override
    public String toString() {
        return verdict + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
    }
}
