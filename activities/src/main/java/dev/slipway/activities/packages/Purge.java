package dev.slipway.activities.packages;

import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Removes packages that were named one by one: previewed before, done once, and read back. */
record Purge(NodeTools tools, Consumer<Act> guard, PackageSystem system) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*[A-Za-z0-9]");
    private static final Limits PATIENT = Limits.of(Duration.ofMinutes(3));

    /** Names what is to be removed, and the goal that must not lose anything by it. */
    record Stray(Baseline goal, List<String> names) {}

    List<String> run(Act act, PackageState before, Stray stray) {
        refuse(act, stray);
        RunDirectory runDirectory = RunDirectory.of(act);
        List<String> there = stray.names().stream().filter(before::installed).toList();
        if (!tools.runs().began(runDirectory)) {
            if (there.isEmpty()) {
                return List.of();
            }
            inspect(act, stray.goal(), there);
            guard.accept(act);
        }
        RunState end = tools.runs().run(runDirectory, List.of(system.purge(there), List.of("depmod", "-a")));
        PackageState after = PackageState.now(tools, act);
        List<String> left = stray.names().stream().filter(after::installed).toList();
        String where = act.directory() + " on " + act.node();
        if (end.kind() == RunState.Kind.LOST) {
            throw FailureType.AMBIGUOUS.of(where + " began, and its end is unknown; still installed: "
                    + (left.isEmpty() ? "none of them" : String.join(", ", left)));
        }
        if (end.exit() != 0) {
            throw FailureType.STEP_FAILED.of(
                    where + " ended with " + end.exit() + ": " + system.lastError(end.output()));
        }
        if (!left.isEmpty()) {
            throw FailureType.VERDICT.of(where + " ended well, but still installed: " + String.join(", ", left));
        }
        return stray.names().stream()
                .filter(name -> end.output().contains(name))
                .map(name -> name + " purged")
                .toList();
    }

    private static void refuse(Act act, Stray stray) {
        for (String name : stray.names()) {
            if (!NAME.matcher(name).matches()) {
                throw FailureType.GATE_CLOSED.of(
                        "Not the whole name of a package, and not purged from " + act.node() + ": " + name);
            }
            if (stray.goal().packages().containsKey(name)
                    || stray.goal().holds().contains(name)) {
                throw FailureType.GATE_CLOSED.of(
                        "The goal of " + act.node() + " keeps " + name + ", so it is not purged");
            }
        }
    }

    /** Nothing may go that was not named, and nothing may come. */
    private void inspect(Act act, Baseline goal, List<String> there) {
        RemoteCommand command = RemoteCommand.of("preview-purge", system.previewPurge(there));
        SshAnswer answer = tools.ssh().ask(act.node(), system.previewsAsRoot() ? command.asRoot() : command, PATIENT);
        if (answer.cut()) {
            throw FailureType.STEP_FAILED.of("the preview on " + act.node() + " is too long to be read whole");
        }
        List<String> beside = system.changes(goal, answer.exit(), answer.out(), answer.err()).stream()
                .filter(change ->
                        !system.removed(change).filter(there::contains).isPresent())
                .toList();
        if (!beside.isEmpty()) {
            throw FailureType.GATE_CLOSED.of("A purge of " + String.join(", ", there) + " on " + act.node()
                    + " would also change: " + String.join("; ", beside));
        }
    }
}
