package dev.slipway.facts.nvidia;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Parses any output of {@code nvidia-smi}: the command is recognised by its answer. */
public final class NvidiaSmiParser implements Parser {
    private static final Pattern LISTED = Pattern.compile("(?m)^GPU [0-9]{1,4}: .*\\(UUID: ");
    private static final Pattern LINKS = Pattern.compile("(?m)^\\s+Link [0-9]+[:,]|(?i)nvlink");
    private static final Pattern VERSIONS = Pattern.compile("(?mi)^NVIDIA-SMI version\\s*:");
    private static final Pattern TOPOLOGY =
            Pattern.compile("(?m)^\\s*GPU0\\s.*CPU Affinity|^\\s+GPU0\\b.*\\bGPU1\\b|^GPU0\\s+X\\s");
    private static final Pattern ROW = Pattern.compile("(?m)^[^,\\n]{1,200}, ?[^,\\n]{1,200}(,.*)?$");

    /** A piece of {@code -q} that was cut out and has no head. */
    private static final Pattern EXCERPT =
            Pattern.compile("(?m)^\\s*GPU [0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7] *$");

    /** Lists the meanings of the exit status alone: nvidia-smi(1), RETURN VALUE. */
    private static final Map<Integer, String> STATUS = Map.of(
            8, "power cables of a GPU are not attached",
            9, "the driver is not loaded",
            10, "a GPU has an interrupt issue",
            12, "the driver's library is not found",
            14, "the infoROM of a GPU is corrupted",
            15, "a GPU has fallen off the bus");

    @Override
    public ToolReport<?> parse(Output output) {
        List<Output> parts = SmiOutputs.of(output);
        return judged(
                parts.size() > 1 ? SmiOutputs.together(output, parts, NvidiaSmiParser::one) : one(output), output);
    }

    private static ToolReport<?> one(Output output) {
        String text = output.text();
        if (text.contains("<nvidia_smi_log")) {
            return SmiXml.parse(output);
        } else if (text.contains("NVSMI LOG") || EXCERPT.matcher(text).find()) {
            return SmiText.parse(output);
        } else if (text.contains("| NVIDIA-SMI ") || SmiTable.in(text)) {
            return SmiTable.parse(output);
        } else if (VERSIONS.matcher(text).find()) {
            return SmiLists.version(output);
        } else if (LISTED.matcher(text).find()) {
            return LINKS.matcher(text).find() ? SmiLinks.parse(output) : SmiLists.gpus(output);
        } else if (TOPOLOGY.matcher(text).find()) {
            return SmiLists.topology(output);
        } else if (SmiMig.in(text)) {
            return SmiMig.parse(output);
        } else if (SmiReset.in(text)) {
            return SmiReset.parse(output);
        } else if (SmiErrors.only(output)) {
            return SmiErrors.parse(output);
        }
        return ROW.matcher(text).find() || SmiCsv.single(output) ? SmiCsv.parse(output) : nothing(output);
    }

    /** Judges a failing exit status if the output has no verdict. */
    private static ToolReport<?> judged(ToolReport<?> report, Output output) {
        int status = output.exit().orElse(0);
        if (status == 0 || (STATUS.get(status) == null && report.verdict().isPresent())) {
            return report;
        }
        Findings found = new Findings(report.format());
        found.facts().setAll(report.facts());
        report.reasons().forEach(found::because);
        report.unparsed().forEach(line -> found.unparsed(new Output.Line(line.line(), line.text())));
        report.verdict().ifPresent(verdict -> found.verdict(verdict, ""));
        String meaning = STATUS.get(status);
        found.verdict(
                meaning == null ? ToolVerdict.UNKNOWN : ToolVerdict.FAIL,
                "exit status " + status + (meaning == null ? "" : ": " + meaning));
        return found.of(output);
    }

    /**
     * {@code nvlink --status} prints nothing for GPUs without NVLink, and {@code --query-compute-apps} for idle ones.
     */
    private static ToolReport<?> nothing(Output output) {
        Findings found = new Findings(output.text().isBlank() ? "empty" : "unknown");
        output.written().forEach(found::unparsed);
        if (output.text().isBlank()) {
            found.facts().put("nvlink", "none").putArray("rows");
            return found.silent()
                    .because("nothing was printed: no NVLink where links were asked for, no row where rows were")
                    .of(output);
        }
        return found.verdict(ToolVerdict.UNKNOWN, "not an output of nvidia-smi that is known")
                .of(output);
    }
}
