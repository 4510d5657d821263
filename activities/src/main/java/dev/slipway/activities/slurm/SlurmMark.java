package dev.slipway.activities.slurm;

import dev.slipway.model.Act;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes the cordon mark in a node's Reason. Its first word names the run, its last part is the reason that
 * was there before, so that it can be put back: {@code slipway:TOKEN RUNBOOK since TIME prior STATE | held: WHY | was:
 * REASON}.
 */
record SlurmMark(String token, String runbook, Instant since, boolean foreign, String held, String was) {
    static final String SCHEDULABLE = "schedulable";
    static final String UNSCHEDULABLE = "unschedulable";
    private static final Pattern TOKEN = Pattern.compile("slipway:(\\S+)(.*)", Pattern.DOTALL);
    private static final Pattern SINCE = Pattern.compile(" since (\\S+)");
    private static final Pattern RUNBOOK = Pattern.compile("^ (\\S+) since ");
    private static final String HELD = " | held: ";
    private static final String WAS = " | was: ";
    private static final int LONGEST_HELD = 400;

    /**
     * Returns the mark of a new cordon. A drain that Slurm began because slurmd counts too few GPUs is not a person's.
     */
    static SlurmMark of(Act act, Instant now, SlurmNode found) {
        boolean foreign = !found.schedulable() && !SlurmNode.wantsGpus(found.reason());
        return new SlurmMark(act.token(), act.runbook(), now, foreign, "", found.reason());
    }

    /** Returns the mark in a reason, of any run. A damaged mark counts as found taken out: that side is safe. */
    static Optional<SlurmMark> read(String reason) {
        Matcher mark = TOKEN.matcher(reason);
        if (!mark.matches()) {
            return Optional.empty();
        }
        String rest = mark.group(2);
        String was = after(rest, WAS);
        String head = before(rest, WAS);
        String held = after(head, HELD);
        String plain = before(head, HELD);
        return Optional.of(new SlurmMark(
                mark.group(1),
                first(RUNBOOK, plain),
                since(plain),
                !plain.endsWith(" prior " + SCHEDULABLE),
                held,
                was));
    }

    private static String before(String text, String separator) {
        int at = text.indexOf(separator);
        return at < 0 ? text : text.substring(0, at);
    }

    private static String after(String text, String separator) {
        int at = text.indexOf(separator);
        return at < 0 ? "" : text.substring(at + separator.length());
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }

    /** Reads a time; a damaged one is the earliest there is, which makes no wait longer. */
    private static Instant since(String text) {
        try {
            return Instant.parse(first(SINCE, text));
        } catch (DateTimeParseException damaged) {
            return Instant.EPOCH;
        }
    }

    SlurmMark takenOverBy(Act act) {
        return new SlurmMark(act.token(), act.runbook(), since, foreign, "", was);
    }

    SlurmMark heldFor(String why) {
        String line = why.replaceAll("\\s+", " ")
                .replace(" | ", " / ")
                .replace('"', '\'')
                .strip();
        return new SlurmMark(
                token,
                runbook,
                since,
                foreign,
                line.length() > LONGEST_HELD ? line.substring(0, LONGEST_HELD) + "…" : line,
                was);
    }

    CordonRecord record(NodeRef node) {
        return new CordonRecord(node, token, foreign ? UNSCHEDULABLE : SCHEDULABLE, was, foreign, since);
    }

    /** Returns the text for Slurm; it never begins or ends with a quote, which scontrol would take off. */
    String reason() {
        return "slipway:" + token + " " + runbook + " since " + since + " prior "
                + (foreign ? UNSCHEDULABLE : SCHEDULABLE) + (held.isEmpty() ? "" : HELD + held)
                + (was.isEmpty() ? "" : WAS + was);
    }
}
