package dev.slipway.activities.slurm;

import dev.slipway.facts.schedulers.SlurmParser;
import dev.slipway.facts.schedulers.SlurmRefusal;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Queries slurmctld about one node, and sends it commands. An answer that is not completely understood is a failure,
 * never an absence.
 */
final class SlurmController {
    /** Is longer than the ten seconds after which the commands themselves give up on a controller that hangs. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Times in UTC and words in English, whatever the login host speaks. */
    private static final List<String> PLAIN = List.of("env", "LC_ALL=C", "TZ=UTC", "SLURM_TIME_FORMAT=standard");

    private static final String ON_NODE =
            "RUNNING,SUSPENDED,COMPLETING,CONFIGURING,STOPPED,SIGNALING,STAGE_OUT,RESIZING";
    private static final String NOTHING = "(null)";
    private static final int NOT_FOUND = 127;
    private static final String NO_NODE = "slipway-doctor-asks";

    private final SlurmSite site;

    SlurmController(SlurmSite site) {
        this.site = site;
    }

    String name() {
        return site.node();
    }

    /** Safe to repeat: reads only. Fails with GATE_CLOSED for a node that Slurm does not know. */
    SlurmNode node() {
        ToolReport<?> answer = parsed(asked(List.of("scontrol", "show", "node", site.node())));
        return SlurmNode.in(answer, site.node())
                .orElseThrow(() -> FailureType.TRANSIENT.of("Slurm's answer does not name " + site.node() + ": "
                        + answer.format() + " " + String.join("; ", answer.reasons())));
    }

    /** Safe to repeat: reads only. Returns every node of the cluster; fails with TRANSIENT if the answer names none. */
    static List<SlurmNode> nodes(SlurmCommands commands) {
        List<SlurmNode> all = SlurmNode.all(parsed(asked(commands, "all nodes", List.of("scontrol", "show", "node"))));
        if (all.isEmpty()) {
            throw FailureType.TRANSIENT.of("Slurm's answer names no node");
        }
        return all;
    }

    /**
     * Safe to repeat: changes nothing. Returns whether this account may update nodes: slurmctld checks that before it
     * looks for the node, and there is none of this name.
     */
    static boolean mayUpdate(SlurmCommands commands) {
        List<String> words = List.of("scontrol", "update", "nodename=" + NO_NODE, "comment=x");
        SlurmCommands.Answer answer = commands.run(words, LIMIT);
        if (SlurmRefusal.UNKNOWN_NODE.in(answer.err())) {
            return true;
        } else if (SlurmRefusal.NO_RIGHT.in(answer.err())) {
            return false;
        }
        throw failure(NO_NODE, words, answer);
    }

    /**
     * Safe to repeat: reads only. Returns the jobs that have the node, read completely; fails if that is not certain.
     */
    List<SlurmJob> jobs() {
        ToolReport<?> answer = parsed(asked(List.of(
                "squeue", "--nodelist=" + site.node(), "--states=" + ON_NODE, "--format=%i|%u|%T|%N|%P|%S|%e")));
        return SlurmJob.in(answer);
    }

    /**
     * Safe to repeat: reads only. Returns what Slurm would do by itself to a drained node (I4). Power saving takes
     * drained nodes down like idle ones; a reboot through Slurm puts its node back at its end; and a boot may, if
     * nothing proves the opposite.
     */
    List<String> actingByItself() {
        SlurmNode node = node();
        List<String> acting = new ArrayList<>();
        if (node.rebootAsked()) {
            acting.add("I4: Slurm was asked to reboot " + node.name() + " (" + node.state()
                    + "), which ends a drain by itself; scontrol cancel_reboot " + node.name() + " takes that back");
        }
        SlurmSettings settings = settings();
        acting.addAll(settings.objections());
        if (settings.powerSaving() && !spared(node, settings)) {
            acting.add("I4: Slurm's power saving takes down drained nodes too (SuspendProgram="
                    + settings.text("SuspendProgram") + "); name " + node.name() + " in SuspendExcNodes");
        }
        return acting;
    }

    /** Safe to repeat: reads only. Returns how Slurm will show the node while it reboots, for a person. */
    List<String> whatItWillSay() {
        return settings().remarks(site.longestReboot());
    }

    private boolean spared(SlurmNode node, SlurmSettings settings) {
        List<String> parts = List.of(settings.text("SuspendExcParts").split(","));
        List<String> states = List.of(settings.text("SuspendExcStates").split(","));
        String names = settings.text("SuspendExcNodes");
        return parts.stream().anyMatch(node.partitions()::contains)
                || states.contains("DRAIN")
                || (!names.equals(NOTHING)
                        && asked(List.of("scontrol", "show", "hostnames", names))
                                .out()
                                .lines()
                                .anyMatch(node.name()::equals));
    }

    /** Returns the settings by name. Fails if the answer does not show whether there is power saving. */
    private SlurmSettings settings() {
        ToolReport<?> answer = parsed(asked(List.of("scontrol", "show", "config")));
        Map<String, String> settings = new HashMap<>();
        answer.facts()
                .path("settings")
                .properties()
                .forEach(s -> settings.put(s.getKey(), s.getValue().asText()));
        if (!settings.containsKey("SuspendProgram")) {
            throw FailureType.TRANSIENT.of("Slurm's settings could not be read in full");
        }
        return new SlurmSettings(settings);
    }

    /** Tells slurmctld about the node; each word is one {@code key=value}. */
    void update(String... changes) {
        List<String> words = new ArrayList<>(List.of("scontrol", "update", "nodename=" + site.node()));
        words.addAll(List.of(changes));
        asked(words);
    }

    /**
     * Safe to repeat: a reservation with that name counts as the requested one. No job but root's starts there before
     * it ends.
     */
    void reserve(String name, List<String> nodes, Duration longest) {
        unless(
                SlurmRefusal.RESERVED,
                List.of(
                        "scontrol",
                        "create",
                        "reservation",
                        "reservationname=" + name,
                        "nodes=" + String.join(",", nodes),
                        "starttime=now",
                        "duration=" + longest.toMinutes(),
                        "users=root",
                        "flags=MAINT,IGNORE_JOBS"));
    }

    /** Safe to repeat: a missing reservation counts as ended. */
    void free(String name) {
        unless(SlurmRefusal.NO_RESERVATION, List.of("scontrol", "delete", "reservation=" + name));
    }

    private void unless(SlurmRefusal done, List<String> words) {
        try {
            asked(words);
        } catch (ApplicationFailure refused) {
            if (!done.in(refused.getOriginalMessage())) {
                throw refused;
            }
        }
    }

    private SlurmCommands.Answer asked(List<String> words) {
        return asked(site.commands(), site.node(), words);
    }

    private static SlurmCommands.Answer asked(SlurmCommands commands, String about, List<String> words) {
        List<String> all = new ArrayList<>(PLAIN);
        all.addAll(words);
        SlurmCommands.Answer answer = commands.run(all, LIMIT);
        if (answer.exit() != 0) {
            throw failure(about, words, answer);
        }
        if (!answer.whole()) {
            throw FailureType.TRANSIENT.of(words.getFirst() + " said more than was read");
        }
        return answer;
    }

    private static ApplicationFailure failure(String about, List<String> words, SlurmCommands.Answer answer) {
        String text = (answer.err() + "\n" + answer.out())
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((a, b) -> a + "; " + b)
                .orElse("no word");
        String what = words.getFirst() + " about " + about + ": " + text + " (exit " + answer.exit() + ")";
        if (answer.exit() == NOT_FOUND) {
            return FailureType.GATE_CLOSED.of("The commands of Slurm are not there: " + text);
        } else if (SlurmRefusal.NO_RIGHT.in(text)) {
            return FailureType.GATE_CLOSED.of("Slurm does not let this account do it: " + what);
        } else if (SlurmRefusal.UNKNOWN_NODE.in(text)) {
            return FailureType.GATE_CLOSED.of("Slurm knows no node " + about + ": " + text);
        } else if (SlurmRefusal.AWAY.in(text)) {
            return FailureType.PART_AWAY.of(what, SlurmCommands.PART);
        }
        return FailureType.STEP_FAILED.of(what);
    }

    /** Returns what the parser of Slurm's commands reads in an answer. */
    static ToolReport<?> parsed(SlurmCommands.Answer answer) {
        byte[] out = answer.out().getBytes(StandardCharsets.UTF_8);
        return new SlurmParser().parse(Output.of(out, OptionalInt.of(answer.exit())));
    }
}
