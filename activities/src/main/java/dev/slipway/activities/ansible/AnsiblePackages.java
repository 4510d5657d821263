package dev.slipway.activities.ansible;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.HostPackages;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshDirectory;
import dev.slipway.facts.ShellWords;
import dev.slipway.facts.schedulers.AnsibleHost.Counts;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.port.Packages;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The site's role brings the node to its baseline. What the role did is never believed: versions and holds are read
 * back from the node, and a second play in check mode must change nothing. Services are started and settings set as
 * without Ansible, after the boot that the role's work needs.
 */
public final class AnsiblePackages implements Packages {
    private final HostPackages node;
    private final Baselines baselines;
    private final Site site;
    private final Safety safety;
    private final ActivityClock clock;

    /** Names the playbook that every fleet of this site uses, and where nodes are. */
    public record Site(Playbook playbook, SshDirectory nodes) {}

    /**
     * Holds {@code guard}, which is called directly before a play that may change the node, and {@code evidence}, which
     * stores the output of a play.
     */
    public record Safety(Consumer<Act> guard, BiConsumer<Act, List<String>> evidence) {}

    public AnsiblePackages(HostPackages node, Baselines baselines, Site site, Safety safety, ActivityClock clock) {
        this.node = node;
        this.baselines = baselines;
        this.site = site;
        this.safety = safety;
        this.clock = clock;
    }

    private record Played(PlayRun run, RunState end, PlayEvents events) {}

    /**
     * Returns what the node reads back as different, then what the role would do; its failure in check mode is a line
     * too.
     */
    @Override
    public List<String> preview(Act act, BaselineRef ref) {
        List<String> lines = new ArrayList<>(node.differences(act, ref));
        Played played = play(act, ref, true);
        lines.addAll(played.events().lines("would change"));
        Optional<ApplicationFailure> fault = fault(act, played);
        if (fault.isPresent() && !FailureType.STEP_FAILED.is(fault.get())) {
            throw fault.get();
        }
        fault.ifPresent(failed -> lines.add("no whole preview yet: " + failed.getOriginalMessage()));
        safety.evidence().accept(act, lines);
        return lines;
    }

    @Override
    public List<String> commands(Act act, BaselineRef ref) {
        return List.of(ShellWords.join(files(act, baselines.of(ref)).words(directory(act, 1), false)));
    }

    @Override
    public List<String> converge(Act act, BaselineRef ref) {
        Played played = play(act, ref, false);
        List<String> left = node.differences(act, ref);
        if (played.end().kind() == RunState.Kind.LOST && !left.isEmpty()) {
            throw FailureType.AMBIGUOUS.of(
                    lost(act, played) + "; the node is not at its goal: " + String.join("; ", left));
        }
        if (played.end().kind() == RunState.Kind.EXITED) {
            fault(act, played).ifPresent(failed -> {
                throw failed;
            });
        }
        if (!left.isEmpty()) {
            throw FailureType.VERDICT.of(
                    "The role ended well on " + act.node() + ", but the node reads back: " + String.join("; ", left));
        }
        List<String> changed = new ArrayList<>(played.run()
                .tail("differences")
                .lines()
                .filter(l -> !l.isBlank())
                .toList());
        played.events().changed().forEach(task -> changed.add("Ansible: " + task));
        return changed;
    }

    /** Reinstalls through the node's own package system: a role cannot express the same versions again. */
    @Override
    public List<String> reinstall(Act act, BaselineRef ref) {
        return node.reinstall(act, ref);
    }

    /** Refuses: what is installed beside the baseline may be the role's own, and come back with its next play. */
    @Override
    public List<String> purge(Act act, BaselineRef ref, List<String> stray) {
        throw FailureType.GATE_CLOSED.of("The site's role decides what is installed on " + act.node()
                + ", so nothing is purged beside it: take " + String.join(", ", stray)
                + " out of the role, or off the node by hand");
    }

    @Override
    public void prove(Act act, BaselineRef ref) {
        Played played = play(act, ref, true);
        fault(act, played).ifPresent(failed -> {
            throw failed;
        });
        List<String> left = node.differences(act, ref);
        int changed = played.events().counts().map(Counts::changed).orElse(0);
        List<String> lines = new ArrayList<>(List.of("ansible-playbook --check --diff: changed=" + changed));
        lines.addAll(played.events().lines("would change"));
        left.forEach(line -> lines.add("the node reads back: " + line));
        safety.evidence().accept(act, lines);
        if (changed > 0 || !left.isEmpty()) {
            throw FailureType.VERDICT.of(
                    "A second converge of " + act.node() + " would change something: " + String.join("; ", lines));
        }
    }

    @Override
    public void services(Act act, BaselineRef ref) {
        node.services(act, ref);
    }

    @Override
    public void settings(Act act, BaselineRef ref) {
        node.settings(act, ref);
    }

    /** Holds are the role's too: where one is missing, the whole role is played. */
    @Override
    public void hold(Act act, BaselineRef ref) {
        if (!node.differences(act, ref).isEmpty()) {
            converge(act, ref);
        }
    }

    /**
     * Returns the last play of this act, or a new one: a play that did not reach the node is repeated under the next
     * number, every other one is joined and never started twice.
     */
    private Played play(Act act, BaselineRef ref, boolean check) {
        for (int number = 1; ; number++) {
            PlayRun run = new PlayRun(directory(act, number));
            boolean fresh = run.state().kind() == RunState.Kind.NONE;
            if (fresh) {
                start(act, ref, run, check);
            }
            RunState end = run.end(clock);
            Played played = new Played(run, end, PlayEvents.of(act.node().name(), run.tail("events")));
            if (fresh || !repeatable(act, played, check)) {
                return played;
            }
        }
    }

    private boolean repeatable(Act act, Played played, boolean check) {
        return played.end().kind() == RunState.Kind.LOST
                ? check
                : fault(act, played).filter(FailureType.TRANSIENT::is).isPresent();
    }

    private void start(Act act, BaselineRef ref, PlayRun run, boolean check) {
        site.playbook().missing().ifPresent(missing -> {
            throw FailureType.GATE_CLOSED.of(missing);
        });
        files(act, baselines.of(ref)).write(run.directory(), check);
        if (!check) {
            run.keep("differences", node.differences(act, ref));
            safety.guard().accept(act);
        }
        run.start(clock);
    }

    private PlayFiles files(Act act, Baseline goal) {
        return new PlayFiles(
                site.playbook(), Map.of(act.node().name(), site.nodes().target(act.node())), goal);
    }

    private Path directory(Act act, int number) {
        String name = act.directory() + (number == 1 ? "" : "." + number);
        return site.playbook().runs().toAbsolutePath().resolve(act.token()).resolve(name);
    }

    private static Optional<ApplicationFailure> fault(Act act, Played played) {
        return played.end().kind() == RunState.Kind.LOST
                ? Optional.of(FailureType.AMBIGUOUS.of(lost(act, played)))
                : PlayVerdict.fault(act.node().name(), played.end(), played.events());
    }

    private static String lost(Act act, Played played) {
        return "The play " + act.directory() + " on " + act.node() + " began, and its end is unknown; last task: "
                + played.events().task().orElse("none");
    }
}
