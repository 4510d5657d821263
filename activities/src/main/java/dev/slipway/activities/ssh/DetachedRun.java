package dev.slipway.activities.ssh;

import dev.slipway.facts.ShellWords;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeRef;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Commands that run on a node detached from any connection, under {@code /var/lib/slipway/<token>/<directory>/}. Files
 * there prove start and end, so a run is started once, whoever asks, and joined by whoever asks again.
 */
public final class DetachedRun {
    private static final int SHOWN = 4_096;
    private static final int OUTPUT = 900_000;

    private final SshNodes ssh;
    private final Pulse pulse;
    private final Pace pace;

    public DetachedRun(SshNodes ssh, Pulse pulse, Pace pace) {
        this.ssh = ssh;
        this.pulse = pulse;
        this.pace = pace;
    }

    /** The directory of a run of {@code act}: a step with more than one run tells them apart by {@code part}. */
    public record Place(NodeRef node, String token, String directory) {

        public static Place of(Act act) {
            return new Place(act.node(), act.token(), act.directory());
        }

        public static Place of(Act act, String part) {
            return new Place(act.node(), act.token(), act.directory() + "-" + part);
        }
    }

    /**
     * Safe to repeat: a run that was started is joined, never started twice. Runs {@code commands} in order until one
     * fails, as root, and waits for the end. Proof: the exit file. The state is {@code EXITED} or {@code LOST}; a lost run
     * may have done its work or not, and the caller reads the node back.
     */
    public RunState run(Place place, List<List<String>> commands) {
        String lines = commands.stream().map(ShellWords::join).collect(Collectors.joining("\n"));
        RunState state = start(place, Scripts.start(place.token(), place.directory(), lines));
        Duration wait = pace.first();
        while (state.running()) {
            pulse.pause(wait, place.directory() + " runs on " + place.node().name() + lastLine(state));
            wait = pace.next(wait);
            state = ask(place, Scripts.poll(place.token(), place.directory(), SHOWN));
        }
        return look(place);
    }

    /** The same; {@code guard} is asked directly before a start, not before a run that is joined, and throws when it may not be. */
    public RunState run(Place place, Runnable guard, List<List<String>> commands) {
        if (!began(place)) {
            guard.run();
        }
        return run(place, commands);
    }

    /**
     * Safe to repeat: reads only. Whether the run was ever started. A run that was may still be at work, so that a goal
     * which the node shows already is no reason not to wait for its end.
     */
    public boolean began(Place place) {
        return ask(place, Scripts.poll(place.token(), place.directory(), SHOWN)).kind() != RunState.Kind.NONE;
    }

    /** Safe to repeat: reads only. Where the run stands now, with the end of its output. */
    public RunState look(Place place) {
        return ask(place, Scripts.poll(place.token(), place.directory(), OUTPUT));
    }

    private RunState start(Place place, RemoteCommand command) {
        SshAnswer answer = ssh.ask(place.node(), command, Limits.brief());
        RunState state = whole(place, command, answer);
        if (state.kind() == RunState.Kind.NONE) {
            throw FailureType.TRANSIENT.of(place.directory() + " did not start on " + place.node() + ": "
                    + answer.err().strip());
        }
        return state;
    }

    private RunState ask(Place place, RemoteCommand command) {
        return whole(place, command, ssh.ask(place.node(), command, Limits.brief()));
    }

    private static RunState whole(Place place, RemoteCommand command, SshAnswer answer) {
        return RunState.parse(answer)
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        command.id() + " on " + place.node() + " gave no whole answer: " + answer.fault()));
    }

    private static String lastLine(RunState state) {
        return state.lastLine().map(line -> ": " + line).orElse("");
    }
}
