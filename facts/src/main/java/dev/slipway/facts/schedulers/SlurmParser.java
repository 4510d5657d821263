package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Parser;
import java.util.List;
import java.util.regex.Pattern;

/** {@code scontrol}, {@code sinfo}, {@code squeue} as text, pipes or JSON, slurmrestd's answers, and their errors. */
public final class SlurmParser implements Parser {
    private static final Pattern ERROR =
            Pattern.compile("(?i)error: |^Invalid |Request aborted|Unable to contact|^slurm_\\w+ error|fatal:");
    private static final Pattern VALID = Pattern.compile("Valid states are: (.*)");
    private static final Pattern PIPES = Pattern.compile("(?m)^[^|\\n]{1,80}\\|[^|\\n]*\\|[^|\\n]*\\|.*$");

    @Override
    public Parsed parse(Output output) {
        String text = output.text();
        String first = output.first();
        if (text.contains("NodeName=") || text.contains("PartitionName=") || text.contains("JobId=")) {
            return SlurmRecords.parse(output);
        } else if (first.startsWith("{") && text.contains("\"")) {
            boolean lines = output.written().size() > 1
                    && output.written().stream().allMatch(l -> l.text().startsWith("{"));
            return lines ? SlurmJson.lines(output) : SlurmJson.document(output);
        } else if (output.written().stream()
                .anyMatch(l -> ERROR.matcher(l.text()).find())) {
            return error(output);
        } else if (PIPES.matcher(text).find()) {
            return SlurmTables.pipes(output);
        } else if (SlurmTables.QUEUE.matcher(text).find()) {
            return SlurmTables.queue(output);
        }
        return SlurmTables.columns(output);
    }

    private static Parsed error(Output output) {
        Findings found = new Findings("error");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            Text.first(VALID, line.text()).ifPresent(states -> {
                for (String state : states.strip().split("\\s+")) {
                    facts.withArray("validStates").add(state);
                }
            });
            facts.withArray("messages").add(Text.shorten(line.text(), 200));
        }
        boolean away =
                output.text().contains("Unable to contact") || output.text().contains("Connection refused");
        facts.put(
                "error",
                away ? "controller-unreachable" : output.text().contains("Invalid ") ? "invalid-input" : "error");
        output.exit().ifPresent(exit -> facts.put("exitStatus", exit));
        return found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, output.first()).of(output);
    }

    /** What a state means: parts joined by {@code +}, or a short word with a sign behind it. */
    static void state(ObjectNode node, String printed) {
        String state = printed.strip();
        node.put("state", state);
        String sign = state.replaceFirst("^[A-Za-z_+]+", "");
        String plain = state.substring(0, state.length() - sign.length()).toUpperCase(java.util.Locale.ROOT);
        List<String> parts = List.of(plain.split("\\+"));
        boolean draining = parts.contains("DRNG") || parts.contains("DRAINING");
        boolean drained = parts.contains("DRAINED");
        boolean drain = draining || drained || parts.contains("DRAIN");
        boolean busy = parts.stream()
                        .anyMatch(p -> List.of("ALLOCATED", "ALLOC", "MIXED", "MIX", "COMPLETING", "COMP")
                                .contains(p))
                || draining;
        node.put("drain", drain).put("busy", busy);
        node.put("drained", drain && !busy);
        boolean reboot = parts.stream().anyMatch(p -> p.startsWith("REBOOT") || p.equals("BOOT"))
                || sign.contains("^")
                || sign.contains("@");
        node.put("rebooting", reboot);
        node.put("notResponding", sign.contains("*") || parts.contains("NOT_RESPONDING"));
        node.put("maintenance", sign.contains("$") || parts.contains("MAINTENANCE") || parts.contains("MAINT"));
        node.put("down", parts.contains("DOWN") && !reboot);
    }
}
