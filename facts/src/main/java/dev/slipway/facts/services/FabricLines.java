package dev.slipway.facts.services;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects lines about the fabric manager, from its own log and from the journal, in any order. */
final class FabricLines {
    private static final Pattern RECORD =
            Pattern.compile("\\[([A-Z][a-z]{2} [0-9 ]{2} [0-9]{4} [0-9:]{8})] \\[([A-Z]+)] \\[tid [0-9]+] (.*)");
    private static final Pattern RUNNING = Pattern.compile("Fabric Manager version ([0-9.]+) is running");
    private static final Pattern SWITCH = Pattern.compile(
            "detected NVSwitch (non-fatal|fatal) error ([0-9]{1,7}) on .*pci bus id ([0-9A-Fa-f:.]+) .*?port "
                    + "([0-9]{1,4})");
    private static final Pattern SKEW = Pattern.compile(
            "interface version ([0-9.]+[0-9]) (?:don't|doesn't|does not|do not) match with driver version "
                    + "([0-9.]+[0-9])");
    private static final Pattern SUBNET_MANAGER = Pattern.compile("OpenSM ([0-9]+(?:\\.[0-9]+)+)");

    /** The lines behind the first one of a record. */
    private static final Pattern REST = Pattern.compile(
            "\\s*(?:Message (?:header|payload) details:.*|Index: [0-9]+ .*|\\.|Fabric Manager Log initializing at:.*"
                    + "|(?:GPU|NVSwitch|NVLink|Team|Probe|Connected|Port|Node|Trunk|Access)\\b.*[:=].*)");

    /** Matches what the fabric manager itself writes to the journal. */
    private static final Pattern OWN = Pattern.compile(" nv-fabricmanager(?:\\[[0-9]{1,10}])?: (.*)");

    /** Matches its messages about its ordinary work. */
    private static final Pattern HARMLESS =
            Pattern.compile("Connected to [0-9]+ nodes?\\.|NodeId [0-9]+ partition id [0-9]+ is (?:de)?activated\\.");

    private final Findings found;
    private final Set<String> errors = new HashSet<>();
    private int records;
    private int errorLines;

    FabricLines(Findings found) {
        this.found = found;
    }

    static boolean record(String text) {
        return RECORD.matcher(text).matches();
    }

    /** Returns whether the fabric manager wrote this line to the journal, with a message that is not known. */
    static boolean unknown(String line) {
        return Text.first(OWN, line)
                .filter(message -> !HARMLESS.matcher(message).matches()
                        && FabricWords.in(line).isEmpty()
                        && !record(message))
                .isPresent();
    }

    /** Returns whether any line was a record of the fabric manager's own log. */
    boolean any() {
        return records > 0;
    }

    /** Reads a record of the log, or one of the lines that belong to the record before it; false for any other line. */
    boolean log(String text) {
        Matcher record = RECORD.matcher(text);
        if (!record.matches()) {
            return REST.matcher(text).matches();
        }
        records++;
        String said = record.group(3);
        Text.first(RUNNING, said).ifPresent(version -> {
            found.facts().put("version", version);
            found.facts()
                    .withArray("starts")
                    .addObject()
                    .put("time", record.group(1))
                    .put("version", version);
        });
        switch (record.group(2)) {
            case "ERROR", "CRITICAL", "FATAL", "ALERT" -> {
                errorLines++;
                if (errors.add(said) && errors.size() <= 200) {
                    error(record.group(1), said);
                }
            }
            case "INFO", "DEBUG", "NOTICE" -> recorded(said);
            default -> {
                if (recorded(said).isEmpty()) {
                    found.verdict(ToolVerdict.WARN, said);
                }
            }
        }
        return true;
    }

    void close() {
        found.facts().put("records", records).put("errorLines", errorLines).put("distinctErrors", errors.size());
    }

    /**
     * Returns the meaning of a line of the journal, or of the text of a record, for the fabric manager, with its
     * verdict.
     */
    Optional<FabricWords> read(String text) {
        Optional<FabricWords> words = FabricWords.in(text);
        words.ifPresent(w -> weigh(w, text));
        Text.first(SUBNET_MANAGER, text).ifPresent(v -> found.facts().put("nvlsmVersion", v));
        return words;
    }

    /** Returns the meaning of a record in the fabric manager's own file, which does not cancel the journal. */
    private Optional<FabricWords> recorded(String text) {
        boolean stopped = found.facts().path("stopped").asBoolean();
        Optional<FabricWords> words = read(text);
        if (stopped) {
            found.facts().put("stopped", true);
        }
        return words;
    }

    /** Weighs a stopped service, if nothing later shows that it runs again. */
    void weighStop() {
        if (found.facts().path("stopped").asBoolean()) {
            found.verdict(ToolVerdict.FAIL, "the fabric manager was stopped, and nothing shows that it runs again");
        }
    }

    private void weigh(FabricWords words, String text) {
        ObjectNode facts = found.facts();
        String said = text.replaceFirst("^[A-Z][a-z]{2} [ 0-9]\\d [0-9:]{8} \\S+ [^:]{1,80}: ", "");
        switch (words) {
            case CONFIGURED -> facts.put("configured", true).remove("stopped");
            case STARTING, RUNNING -> facts.remove("stopped");
            case STOPPED -> facts.put("stopped", true).remove("configured");
            case VERSION -> {
                Matcher skew = SKEW.matcher(text);
                boolean named = skew.find();
                facts.put("versionSkew", true);
                if (named) {
                    facts.put("fabricManagerVersion", skew.group(1)).put("driverVersion", skew.group(2));
                }
                found.verdict(
                        ToolVerdict.FAIL,
                        named ? "fabric manager " + skew.group(1) + " does not fit driver " + skew.group(2) : said);
            }
            case TOPOLOGY -> {
                facts.put("cause", "topology");
                found.verdict(ToolVerdict.FAIL, said);
            }
            case NO_SWITCH -> {
                facts.put("cause", "no-nvswitch-found");
                found.verdict(
                        ToolVerdict.FAIL, "the driver shows no NVSwitch, or the NVLink subnet manager is missing");
            }
            case SETTINGS -> {
                facts.put("cause", "configuration");
                found.verdict(ToolVerdict.FAIL, said);
            }
            case SWITCH_FATAL -> found.verdict(ToolVerdict.FAIL, said);
            case SWITCH_ERROR -> found.verdict(ToolVerdict.WARN, said);
            case ENDED -> {
                facts.put("failed", true);
                found.verdict(ToolVerdict.FAIL, said);
            }
        }
    }

    private void error(String time, String said) {
        ObjectNode error = found.facts().withArray("errors").addObject().put("time", time);
        Matcher nvswitch = SWITCH.matcher(said);
        if (!nvswitch.find()) {
            error.put("text", Text.shorten(said, 300));
            if (recorded(said).isEmpty()) {
                found.verdict(ToolVerdict.WARN, said);
            }
            return;
        }
        boolean fatal = nvswitch.group(1).equals("fatal");
        error.put("sxid", Integer.parseInt(nvswitch.group(2))).put("fatal", fatal);
        error.put("address", Pci.address(nvswitch.group(3))).put("port", Integer.parseInt(nvswitch.group(4)));
        found.verdict(
                fatal ? ToolVerdict.FAIL : ToolVerdict.WARN,
                "NVSwitch " + error.path("address").asText() + ": " + nvswitch.group(1) + " error "
                        + nvswitch.group(2));
    }
}
