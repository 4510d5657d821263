package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses {@code scontrol}, {@code sinfo}, {@code squeue} as text, pipes or JSON, {@code sacct} as text or pipes,
 * {@code scontrol show config}, slurmrestd's answers, and their errors.
 */
public final class SlurmParser implements Parser {
    /** Matches the messages of Slurm's commands: at the begin of a line, never within a reason. */
    private static final Pattern ERROR =
            Pattern.compile("^(?:(?:scontrol|sinfo|squeue|sacct|sacctmgr|srun|slurm\\w*): )?(?:error|fatal): |^Invalid "
                    + "|^Request aborted"
                    + "|^Unable to contact|^slurm_\\w+ error|^Node \\S+ not found$");

    /** Matches messages that name the program, which no reason does at its begin. */
    private static final Pattern PROGRAM = Pattern.compile(
            "^(?:scontrol|sinfo|squeue|sacct|sacctmgr|srun|slurm\\w*): (?:error|fatal): |^slurm_\\w+ error");

    /** A key of a node's record, alone or with others, as grep leaves it. */
    private static final Pattern KEYS = Pattern.compile(
            "(?m)^\\s*(?:State|Gres|GresUsed|CfgTRES|AllocTRES|Reason|NextState|CPUAlloc|Partitions|BootTime|NodeAddr"
                    + "|ReservationName)=");

    private static final Pattern ROW =
            Pattern.compile(".*\\S\\s+\\S+\\s+(?:[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}|Unknown)\\s.*");
    private static final Pattern OWN =
            Pattern.compile("^(?:scontrol|sinfo|squeue|sacct|sacctmgr|slurm\\w*)\\b|^Not all states");

    /** Lists words that alone are a state without jobs; beside others they are flags that prove nothing. */
    private static final Set<String> FREE_ALONE =
            Set.of("FAIL", "MAINT", "MAINTENANCE", "RESV", "RESERVED", "PLND", "PLANNED");

    private static final Set<String> STATES = Set.of("IDLE", "DOWN", "DRAIN", "DRAINED");

    /** Lists the other words of Slurm that beside a state neither drain the node nor show what runs on it. */
    private static final Set<String> BESIDE = Set.of(
            "CLOUD",
            "DYNAMIC_NORM",
            "DYNAMIC_FUTURE",
            "ERROR",
            "INVALID_REG",
            "NOT_RESPONDING",
            "NPC",
            "PERFCTRS",
            "POWER",
            "POWER_DRAIN",
            "REBOOT_CANCELED",
            "RESUME",
            "UNDRAIN");

    private static final Set<String> HIDING = Set.of(
            "BOOT",
            "REBOOT",
            "REBOOT_ISSUED",
            "REBOOT_REQUESTED",
            "POWERED_DOWN",
            "POWERING_DOWN",
            "POWERING_UP",
            "POWER_DOWN",
            "POWER_UP",
            "POW_DN",
            "POW_UP",
            "UNK",
            "UNKNOWN",
            "INVAL",
            "INVALID",
            "FUTURE",
            "FUTR",
            "BLOCKED",
            "BLOCK");
    private static final Pattern VALID = Pattern.compile("Valid states are: (.*)");
    private static final Pattern PIPES = Pattern.compile("(?m)^[^|\\n]{1,80}\\|[^|\\n]*\\|[^|\\n]*\\|.*$");

    @Override
    public ToolReport<?> parse(Output output) {
        String text = output.text();
        long objects = output.written().stream()
                .map(l -> l.text().strip())
                .filter(l -> l.startsWith("{") && l.endsWith("}"))
                .count();
        if (SlurmConfig.recognises(text)) {
            return SlurmConfig.parse(output);
        } else if (text.contains("NodeName=") || text.contains("PartitionName=") || text.contains("JobId=")) {
            return SlurmRecords.parse(output);
        } else if (objects > 1) {
            return SlurmJson.lines(output);
        } else if (output.written().stream().anyMatch(l -> l.text().startsWith("{")) && text.contains("\"")) {
            return SlurmJson.document(output);
        } else if (KEYS.matcher(text).find()) {
            return SlurmRecords.parse(output);
        } else if (SlurmAccounting.recognises(text)) {
            return SlurmAccounting.parse(output);
        } else if (PIPES.matcher(text).find()) {
            return SlurmTables.pipes(output);
        } else if (SlurmTables.QUEUE.matcher(text).find()) {
            return SlurmTables.queue(output);
        } else if (output.written().stream().anyMatch(l -> failed(l.text())) && !SlurmTables.recognises(output)) {
            return error(output);
        }
        return SlurmTables.columns(output);
    }

    /**
     * Returns whether the line is an error. A reason may begin with any word, but its row shows who set it and when.
     */
    static boolean failed(String line) {
        return PROGRAM.matcher(line).find()
                || (ERROR.matcher(line).find() && !ROW.matcher(line).matches());
    }

    /** Names a line outside the output; an error of Slurm beside it makes the output incomplete. */
    static void odd(Findings found, Output.Line line) {
        found.unparsed(line);
        if (failed(line.text())) {
            found.facts().put("error", kind(line.text()));
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, line.text().strip());
        }
    }

    private static String kind(String text) {
        if (SlurmRefusal.AWAY.in(text)) {
            return "controller-unreachable";
        }
        return SlurmRefusal.UNKNOWN_NODE.in(text) || text.contains("Invalid ") ? "invalid-input" : "error";
    }

    private static ToolReport<?> error(Output output) {
        Findings found = new Findings("error");
        ObjectNode facts = found.facts();
        StringBuilder said = new StringBuilder();
        for (Output.Line line : output.written()) {
            Optional<String> valid = Text.first(VALID, line.text());
            valid.ifPresent(states -> {
                for (String state : states.strip().split("\\s+")) {
                    facts.withArray("validStates").add(state);
                }
            });
            if (valid.isPresent()
                    || failed(line.text())
                    || OWN.matcher(line.text()).find()) {
                facts.withArray("messages").add(Text.shorten(line.text(), 200));
                said.append(line.text()).append('\n');
            } else {
                found.unparsed(line);
            }
        }
        facts.put("error", kind(said.toString()));
        output.exit().ifPresent(exit -> facts.put("exitStatus", exit));
        return found.verdict(
                        ToolVerdict.INFRASTRUCTURE_ERROR,
                        said.toString().lines().findFirst().orElse(""))
                .of(output);
    }

    /**
     * Reads a state: parts joined by {@code +}, or a short word with signs after it, as sinfo(1) lists them. A word
     * that hides flags, such as {@code boot}, shows neither whether the node drains nor what runs on it. A flag that is
     * not shown is not set only where the words would show it.
     */
    static void state(ObjectNode node, String printed) {
        node.put("state", printed.strip());
        SlurmState state = SlurmState.of(printed);
        boolean issued = state.rebootIssued();
        boolean shown = state.words().size() > 1 || !HIDING.containsAll(state.words());
        if (shown) {
            work(node, state.words(), printed.strip(), issued);
        }
        boolean certain = shown && state.words().stream().allMatch(SlurmParser::known);
        put(node, "rebooting", issued, certain);
        put(node, "rebootRequested", state.rebootRequested(), certain);
        put(node, "notResponding", state.notResponding(), certain);
        put(node, "maintenance", state.maintenance(), certain);
    }

    /**
     * Sets only what the words prove; a word that is not known leaves out what it may be about. Drained is a node that
     * shows it, or is idle and drains: for a node that is down it is unknown.
     */
    private static void work(ObjectNode node, Set<String> words, String printed, boolean rebooting) {
        boolean draining = words.contains("DRNG") || words.contains("DRAINING");
        boolean said = words.contains("DRAINED") || (printed.startsWith("drain") && !draining);
        boolean drain = draining || said || words.contains("DRAIN");
        boolean busy = words.stream().anyMatch(SlurmState.BUSY::contains);
        boolean idle = said || words.contains("IDLE");
        boolean down = words.contains("DOWN") && !rebooting;
        boolean known = words.stream().allMatch(SlurmParser::known);
        boolean free = idle || words.contains("DOWN") || (words.size() == 1 && FREE_ALONE.containsAll(words));
        put(node, "drain", drain, known);
        put(node, "busy", busy, known && free);
        put(node, "drained", drain && idle && !busy && known, known || busy);
        put(node, "down", down, known);
    }

    private static void put(ObjectNode node, String key, boolean value, boolean certain) {
        if (value || certain) {
            node.put(key, value);
        }
    }

    private static boolean known(String word) {
        return SlurmState.BUSY.contains(word)
                || FREE_ALONE.contains(word)
                || HIDING.contains(word)
                || BESIDE.contains(word)
                || STATES.contains(word);
    }
}
