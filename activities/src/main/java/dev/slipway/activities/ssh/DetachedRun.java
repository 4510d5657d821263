package dev.slipway.activities.ssh;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.Backoff;
import dev.slipway.facts.ShellWords;
import dev.slipway.model.Act;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Runs commands on a node detached from any connection, under {@code /var/lib/slipway/<token>/<directory>/}. Files
 * there prove start and end, so a run is started once, and every later call joins it.
 */
public final class DetachedRun {
    private static final int SHOWN = 4_096;
    private static final int OUTPUT = 900_000;

    /** Is twice the time of the slowest converge, 45 minutes. */
    public static final Duration LONGEST = Duration.ofMinutes(90);

    /** Is the time from SIGTERM to SIGKILL, and again from there to the end. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int ASKED_TO_END = 3;

    private final SshNodes ssh;
    private final ActivityClock clock;

    public DetachedRun(SshNodes ssh, ActivityClock clock) {
        this.ssh = ssh;
        this.clock = clock;
    }

    /**
     * Identifies the directory of a run of {@code act}: a step with more than one run distinguishes them by {@code
     * part}.
     */
    public record RunDirectory(NodeRef node, String token, String directory) {

        public static RunDirectory of(Act act) {
            return new RunDirectory(act.node(), act.token(), act.directory());
        }

        public static RunDirectory of(Act act, String part) {
            return new RunDirectory(act.node(), act.token(), act.directory() + "-" + part);
        }

        /** Returns where its files are on the node. */
        String files() {
            return "/var/lib/slipway/" + token + "/" + directory;
        }
    }

    /**
     * Safe to repeat: a run that was started is joined, never started twice. Runs {@code commands} in order until one
     * fails, as root, and waits for the end. Proof: the exit file. The state is {@code EXITED} or {@code LOST}; a lost
     * run may have done its work or not, and the caller reads the node back. A run that lasts longer than
     * {@link #LONGEST}, counted from its own start on the node, is left at work, and the call fails with STILL_RUNNING:
     * a transaction of packages is not killed half-way.
     */
    public RunState run(RunDirectory runDirectory, List<List<String>> commands) {
        RunState state = run(runDirectory, commands, running -> running.ran().compareTo(LONGEST) >= 0);
        if (state.running()) {
            throw FailureType.STILL_RUNNING.of(runDirectory.directory() + " has run on " + runDirectory.node() + " for "
                    + Durations.words(state.ran()) + " and has not ended; it was not killed. Look at "
                    + runDirectory.files() + "/output there, end what hangs, then retry or hold" + lastLine(state));
        }
        return state;
    }

    /**
     * Does the same, but returns a run that is still {@code RUNNING} as soon as {@code over} accepts it; such a run
     * continues. The state may be {@code ENDED}, if {@link #end} has ended the run.
     */
    public RunState run(RunDirectory runDirectory, List<List<String>> commands, Predicate<RunState> over) {
        String lines = commands.stream().map(ShellWords::join).collect(Collectors.joining("\n"));
        RunState state = start(runDirectory, Scripts.start(runDirectory.token(), runDirectory.directory(), lines));
        Backoff pauses = Backoff.NODE;
        while (state.running()) {
            if (over.test(state)) {
                return state;
            }
            pauses = pauses.pause(
                    clock,
                    runDirectory.directory() + " runs on " + runDirectory.node().name() + lastLine(state));
            state = ask(runDirectory, Scripts.poll(runDirectory.token(), runDirectory.directory(), SHOWN));
        }
        return state(runDirectory);
    }

    /**
     * Does the same; {@code guard} is called directly before a start, not before a run that is joined, and throws if it
     * may not start.
     */
    public RunState run(RunDirectory runDirectory, Runnable guard, List<List<String>> commands) {
        if (!began(runDirectory)) {
            guard.run();
        }
        return run(runDirectory, commands);
    }

    /**
     * Safe to repeat: reads only. Returns whether the run was ever started. A started run may still be at work, so its
     * end must be awaited even if the node already shows the goal.
     */
    public boolean began(RunDirectory runDirectory) {
        return ask(runDirectory, Scripts.poll(runDirectory.token(), runDirectory.directory(), SHOWN))
                        .kind()
                != RunState.Kind.NONE;
    }

    /** Safe to repeat: reads only. Returns the state of the run now, with the end of its output. */
    public RunState state(RunDirectory runDirectory) {
        return ask(runDirectory, Scripts.poll(runDirectory.token(), runDirectory.directory(), OUTPUT));
    }

    /**
     * Safe to repeat. Ends the run, if it runs, and every process called one of {@code programs} with all its children,
     * anywhere on the node: by SIGTERM, then by SIGKILL. A run that was started may have none of the latter, and a node
     * may have none of the former. Proof: none of these processes is left. Fails with STILL_RUNNING, which names them,
     * if one is. <p>A program is named as in {@code /proc/<pid>/comm}: the first 15 characters of its file's name.
     */
    public void end(RunDirectory runDirectory, List<String> programs) {
        RemoteCommand command = Scripts.end(runDirectory.token(), runDirectory.directory(), PATIENCE, programs);
        List<String> left = List.of();
        for (int asked = 0; asked < ASKED_TO_END; asked++) {
            clock.heartbeat(
                    runDirectory.directory() + " on " + runDirectory.node().name() + " is ended");
            left = Leftovers.parse(ssh.ask(runDirectory.node(), command, Limits.brief()))
                    .orElseThrow(() -> FailureType.TRANSIENT.of(
                            command.id() + " on " + runDirectory.node() + " gave no whole answer"));
            if (left.isEmpty()) {
                return;
            }
        }
        throw FailureType.STILL_RUNNING.of(runDirectory.directory() + " on " + runDirectory.node()
                + " was killed and has not ended: process " + String.join(", ", left)
                + ". It may still use the GPUs: a process that no signal ends waits in the kernel, and only "
                + "a reboot ends it");
    }

    private RunState start(RunDirectory runDirectory, RemoteCommand command) {
        SshAnswer answer = ssh.ask(runDirectory.node(), command, Limits.brief());
        RunState state = whole(runDirectory, command, answer);
        if (state.kind() == RunState.Kind.NONE) {
            throw FailureType.TRANSIENT.of(runDirectory.directory() + " did not start on " + runDirectory.node() + ": "
                    + answer.err().strip());
        }
        return state;
    }

    private RunState ask(RunDirectory runDirectory, RemoteCommand command) {
        return whole(runDirectory, command, ssh.ask(runDirectory.node(), command, Limits.brief()));
    }

    private static RunState whole(RunDirectory runDirectory, RemoteCommand command, SshAnswer answer) {
        return RunState.parse(answer)
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        command.id() + " on " + runDirectory.node() + " gave no whole answer: " + answer.fault()));
    }

    private static String lastLine(RunState state) {
        return state.lastLine().map(line -> ": " + line).orElse("");
    }
}
