package dev.slipway.facts.nvidia;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Parser;
import java.util.regex.Pattern;

/** Any output of {@code nvidia-smi}: what was asked is recognised by what was answered. */
public final class NvidiaSmiParser implements Parser {
    private static final Pattern LISTED = Pattern.compile("(?m)^GPU [0-9]{1,4}: .*\\(UUID: ");
    private static final Pattern LINKS = Pattern.compile("(?m)^\\s+Link [0-9]+:|(?i)nvlink");
    private static final Pattern VERSIONS = Pattern.compile("(?mi)^NVIDIA-SMI version\\s*:");
    private static final Pattern TOPOLOGY = Pattern.compile("(?m)^\\s*GPU0\\s.*CPU Affinity|^\\s+GPU0\\b.*\\bGPU1\\b");
    private static final Pattern ROW = Pattern.compile("(?m)^[^,\\n]{1,200}, ?[^,\\n]{1,200}(,.*)?$");

    /** A piece of {@code -q} that was cut out and has no head. */
    private static final Pattern EXCERPT =
            Pattern.compile("(?m)^GPU [0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7] *$");

    @Override
    public Parsed parse(Output output) {
        String text = output.text();
        if (text.contains("<nvidia_smi_log")) {
            return SmiXml.parse(output);
        } else if (text.contains("NVSMI LOG") || EXCERPT.matcher(text).find()) {
            return SmiText.parse(output);
        } else if (text.contains("| NVIDIA-SMI ")) {
            return SmiTable.parse(output);
        } else if (VERSIONS.matcher(text).find()) {
            return SmiLists.version(output);
        } else if (LISTED.matcher(text).find()) {
            return LINKS.matcher(text).find() ? SmiLinks.parse(output) : SmiLists.gpus(output);
        } else if (TOPOLOGY.matcher(text).find()) {
            return SmiLists.topology(output);
        } else if (SmiErrors.only(output)) {
            return SmiErrors.parse(output);
        }
        return ROW.matcher(text).find() ? SmiCsv.parse(output) : nothing(output);
    }

    /** {@code nvlink --status} prints nothing for GPUs without NVLink, and {@code --query-compute-apps} for idle ones. */
    private static Parsed nothing(Output output) {
        Findings found = new Findings(output.text().isBlank() ? "empty" : "unknown");
        output.written().forEach(found::unparsed);
        if (output.text().isBlank()) {
            found.facts().put("nvlink", "none").putArray("rows");
            return found.because("nothing was printed: no NVLink where links were asked for, no row where rows were")
                    .of(output);
        }
        return found.verdict(ToolVerdict.UNKNOWN, "not an output of nvidia-smi that is known")
                .of(output);
    }
}
