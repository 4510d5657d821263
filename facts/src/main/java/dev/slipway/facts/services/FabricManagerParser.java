package dev.slipway.facts.services;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Parser;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fabric manager: its log, its lines in the journal, and {@code systemctl status} of its unit. */
public final class FabricManagerParser implements Parser {
    private static final Pattern RECORD =
            Pattern.compile("\\[([A-Z][a-z]{2} [0-9 ]{2} [0-9]{4} [0-9:]{8})] \\[([A-Z]+)] \\[tid [0-9]+] (.*)");
    private static final Pattern RUNNING = Pattern.compile("Fabric Manager version ([0-9.]+) is running");
    private static final Pattern SWITCH = Pattern.compile(
            "detected NVSwitch (non-fatal|fatal) error ([0-9]{1,7}) on .*pci bus id ([0-9A-Fa-f:.]+) .*?port ([0-9]{1,4})");
    private static final Pattern SKEW = Pattern.compile(
            "interface version ([0-9.]+[0-9]) (?:don't|doesn't|does not|do not) match with driver version ([0-9.]+[0-9])");
    private static final Pattern FAILED = Pattern.compile(
            "Failed with result '([\\w-]+)'|failed! Exit code: ([0-9]{1,3})|Control process exited, code=(\\w+)");
    private static final Pattern STOPPED =
            Pattern.compile("systemd\\[1]: Stopp(?:ing|ed) .*(?i:fabric ?manager)|Stopped \"Nvidia Fabric Manager\"");
    private static final Pattern JOURNAL = Pattern.compile("\\S.{2,40}? \\S+ [\\w.@-]{2,64}(?:\\[[0-9]+])?: .*");

    @Override
    public Parsed parse(Output output) {
        if (Pattern.compile("(?m)^\\s*Active: ").matcher(output.text()).find()) {
            return SystemdParser.status(output);
        }
        boolean log =
                output.lines().stream().anyMatch(l -> RECORD.matcher(l.text()).matches());
        return log ? log(output) : journal(output);
    }

    private static Parsed journal(Output output) {
        Findings found = new Findings("fabric manager journal");
        for (Output.Line line : output.written()) {
            if (!line(found, line.text()) && !JOURNAL.matcher(line.text()).matches()) {
                found.unparsed(line);
            }
        }
        if (found.facts().path("stopped").asBoolean()) {
            found.verdict(ToolVerdict.FAIL, "the fabric manager was stopped, and nothing says that it runs again");
        }
        if (output.written().isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "nothing was printed");
        }
        return found.of(output);
    }

    /** Takes what a line says of the fabric manager; false where it says nothing that is known. */
    static boolean line(Findings found, String text) {
        Matcher skew = SKEW.matcher(text);
        Matcher failed = FAILED.matcher(text);
        if (skew.find()) {
            found.facts().put("fabricManagerVersion", skew.group(1)).put("driverVersion", skew.group(2));
            found.facts().put("versionSkew", true);
            found.verdict(
                    ToolVerdict.FAIL, "fabric manager " + skew.group(1) + " does not fit driver " + skew.group(2));
        } else if (failed.find()) {
            found.facts().put("failed", true);
            found.verdict(ToolVerdict.FAIL, text.replaceFirst("^\\S+ +\\S+ \\S+ \\S+ ", ""));
        } else if (text.contains("NV_WARN_NOTHING_TO_DO")) {
            found.facts().put("cause", "no-nvswitch-found");
            found.verdict(ToolVerdict.FAIL, "the driver shows no NVSwitch, or the NVLink subnet manager is missing");
        } else if (text.contains("has an invalid value")) {
            found.facts().put("cause", "configuration");
            found.verdict(ToolVerdict.FAIL, text);
        } else if (text.contains("Successfully configured all the available ")) {
            found.facts().put("configured", true).remove("stopped");
        } else if (STOPPED.matcher(text).find()) {
            found.facts().put("stopped", true).remove("configured");
        } else if (text.contains("OpenSM ")) {
            Text.first(Pattern.compile("OpenSM ([0-9]+(?:\\.[0-9]+)+)"), text)
                    .ifPresent(v -> found.facts().put("nvlsmVersion", v));
        } else {
            return false;
        }
        return true;
    }

    /** Records go over several lines; the word in brackets is the level, words in the text are not. */
    private static Parsed log(Output output) {
        Findings found = new Findings("fabric manager log");
        ObjectNode facts = found.facts();
        Set<String> seen = new HashSet<>();
        int errors = 0;
        int records = 0;
        for (Output.Line line : output.written()) {
            Matcher record = RECORD.matcher(line.text());
            if (!record.matches()) {
                if (records == 0) {
                    found.unparsed(line);
                }
                continue;
            }
            records++;
            Text.first(RUNNING, record.group(3)).ifPresent(version -> {
                facts.put("version", version);
                facts.withArray("starts")
                        .addObject()
                        .put("time", record.group(1))
                        .put("version", version);
            });
            boolean grave = record.group(2).equals("ERROR") || record.group(2).equals("CRITICAL");
            errors += grave ? 1 : 0;
            if (grave && seen.add(record.group(3)) && seen.size() <= 200) {
                error(found, record);
            }
        }
        facts.put("records", records).put("errorLines", errors).put("distinctErrors", seen.size());
        return found.verdict(ToolVerdict.PASS, "").of(output);
    }

    private static void error(Findings found, Matcher record) {
        ObjectNode error = found.facts().withArray("errors").addObject().put("time", record.group(1));
        Matcher nvswitch = SWITCH.matcher(record.group(3));
        if (nvswitch.find()) {
            boolean fatal = nvswitch.group(1).equals("fatal");
            error.put("sxid", Integer.parseInt(nvswitch.group(2))).put("fatal", fatal);
            error.put("address", Pci.address(nvswitch.group(3))).put("port", Integer.parseInt(nvswitch.group(4)));
            found.verdict(
                    fatal ? ToolVerdict.FAIL : ToolVerdict.WARN,
                    "NVSwitch " + error.path("address").asText() + ": " + nvswitch.group(1) + " error "
                            + nvswitch.group(2));
        } else {
            error.put("text", Text.shorten(record.group(3), 300));
            boolean skew = line(found, record.group(3));
            found.verdict(skew ? ToolVerdict.FAIL : ToolVerdict.WARN, record.group(3));
        }
    }
}
