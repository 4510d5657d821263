package dev.slipway.facts.services;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.regex.Pattern;

/**
 * Parses the fabric manager: its log, its lines in the journal, and {@code systemctl status} of its unit. A log has no
 * end: it passes only if the exit status of the printing command shows that it is complete.
 */
public final class FabricManagerParser implements Parser {
    /** Matches a line of the journal: a time in any of its forms, the node, and the program that wrote it. */
    private static final Pattern JOURNAL = Pattern.compile("(?=.{0,30}?[0-9]:[0-9]{2}|[0-9]{4}-|\\[? *[0-9]+\\.[0-9])"
            + "\\S.{2,40}? \\S+ [\\w.@-]{2,64}(?:\\[[0-9]+])?: .*|-- .*");

    /** Returns whether this line is a record of the fabric manager's own log. */
    public static boolean writes(String line) {
        return FabricLines.record(line);
    }

    @Override
    public ToolReport<?> parse(Output output) {
        if (Pattern.compile("(?m)^\\s*Active: ").matcher(output.text()).find()) {
            return SystemdParser.status(output);
        }
        boolean log = output.lines().stream().anyMatch(l -> FabricLines.record(l.text()));
        Findings found = new Findings(log ? "fabric manager log" : "fabric manager journal");
        FabricLines lines = new FabricLines(found);
        boolean understood = log;
        for (Output.Line line : output.written()) {
            boolean journal = JOURNAL.matcher(line.text()).matches();
            boolean known =
                    (log && lines.log(line.text())) || lines.read(line.text()).isPresent();
            understood |= journal || known;
            if (!known && (!journal || FabricLines.unknown(line.text()))) {
                found.unparsed(line);
            }
        }
        lines.weighStop();
        if (log) {
            lines.close();
        }
        if (!understood) {
            found.verdict(ToolVerdict.UNKNOWN, "not a line of the fabric manager or of the journal");
        }
        return found.verdict(ToolVerdict.PASS, "").of(output);
    }
}
