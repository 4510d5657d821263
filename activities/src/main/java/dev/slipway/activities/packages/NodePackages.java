package dev.slipway.activities.packages;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.HostPackages;
import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.facts.ShellWords;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Manages the packages of any node: the family of its operating system chooses between apt and dnf. */
public final class NodePackages implements HostPackages {
    private static final Limits PATIENT = Limits.of(Duration.ofMinutes(3));

    private final NodeTools tools;
    private final Baselines baselines;
    private final Consumer<Act> guard;
    private final BiConsumer<Act, List<String>> previews;
    private final NodeServices services;
    private final NodeSettings settings;
    private final NodeModules modules;
    private final NodeBoot boot;

    /**
     * @param guard called directly before each mutation; throws if the node may not be changed now
     * @param previews stores what a converge would change, as evidence
     */
    public NodePackages(
            NodeTools tools, Baselines baselines, Consumer<Act> guard, BiConsumer<Act, List<String>> previews) {
        this.tools = tools;
        this.baselines = baselines;
        this.guard = guard;
        this.previews = previews;
        this.services = new NodeServices(tools.ssh());
        this.settings = new NodeSettings(tools);
        this.modules = new NodeModules(tools);
        this.boot = new NodeBoot(tools.ssh());
    }

    /** Returns what differs, and what the package system would do about it beyond that; its refusal is a line too. */
    @Override
    public List<String> preview(Act act, BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        PackageState state = state(act);
        List<String> lines = new ArrayList<>(state.differences(goal));
        try {
            simulated(act, goal, state).stream()
                    .filter(line -> !lines.contains(line))
                    .forEach(lines::add);
        } catch (ApplicationFailure refused) {
            if (!FailureType.STEP_FAILED.is(refused)) {
                throw refused;
            }
            lines.add("no preview yet: " + refused.getOriginalMessage());
        }
        previews.accept(act, lines);
        return lines;
    }

    @Override
    public List<String> commands(Act act, BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        PackageState before = state(act);
        if (before.differences(goal).isEmpty()) {
            return List.of();
        }
        PackageSystem system = system(act, before);
        List<List<String>> commands = new ArrayList<>();
        system.repair().filter(command -> !before.broken().isEmpty()).ifPresent(commands::add);
        commands.addAll(system.converge(goal, before));
        return commands.stream().map(ShellWords::join).toList();
    }

    @Override
    public List<String> converge(Act act, BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        RunDirectory runDirectory = RunDirectory.of(act);
        PackageState before = state(act);
        PackageSystem system = system(act, before);
        boolean joined = tools.runs().began(runDirectory);
        if (!joined) {
            if (before.differences(goal).isEmpty()) {
                return List.of();
            }
            repair(act, system, before);
            guard.accept(act);
        }
        RunState end = tools.runs().run(runDirectory, system.converge(goal, before));
        PackageState after = state(act);
        judge(act, system, end, after.differences(goal));
        return joined ? system.changed(end.output()) : before.changesTo(after);
    }

    /**
     * Repairs in a separate run, whose failure does not count: the transaction after it reports what is still wrong.
     */
    private void repair(Act act, PackageSystem system, PackageState before) {
        Optional<List<String>> repair =
                system.repair().filter(command -> !before.broken().isEmpty());
        if (repair.isPresent()) {
            guard.accept(act);
            tools.runs().run(RunDirectory.of(act, "repair"), List.of(repair.get()));
        }
    }

    private static void judge(Act act, PackageSystem system, RunState end, List<String> left) {
        String where = act.directory() + " on " + act.node();
        if (end.kind() == RunState.Kind.LOST && !left.isEmpty()) {
            throw FailureType.AMBIGUOUS.of(
                    where + " began, and its end is unknown; the node is not at its goal: " + String.join("; ", left));
        }
        if (end.kind() == RunState.Kind.EXITED && end.exit() != 0) {
            throw FailureType.STEP_FAILED.of(
                    where + " ended with " + end.exit() + ": " + system.lastError(end.output()));
        }
        system.failedWithin(end.output()).ifPresent(failed -> {
            throw FailureType.STEP_FAILED.of(where + " ended with 0, and a script of a package failed: " + failed
                    + ". The package counts as installed; put right what its script should have done, or roll back");
        });
        if (!left.isEmpty()) {
            throw FailureType.VERDICT.of(where + " ended well, but: " + String.join("; ", left));
        }
    }

    @Override
    public List<String> reinstall(Act act, BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        RunDirectory runDirectory = RunDirectory.of(act);
        PackageState before = state(act);
        PackageSystem system = system(act, before);
        if (!tools.runs().began(runDirectory)) {
            repair(act, system, before);
            guard.accept(act);
        }
        RunState end = tools.runs().run(runDirectory, system.reinstall(goal, before));
        if (end.kind() == RunState.Kind.LOST) {
            throw FailureType.AMBIGUOUS.of(act.directory() + " on " + act.node()
                    + " began, and its end is unknown; the packages do not show whether they were reinstalled");
        }
        judge(act, system, end, state(act).differences(goal));
        return system.changed(end.output());
    }

    @Override
    public List<String> purge(Act act, BaselineRef ref, List<String> stray) {
        PackageState before = state(act);
        return new Purge(tools, guard, system(act, before)).run(act, before, new Purge.Stray(baselines.of(ref), stray));
    }

    @Override
    public void prove(Act act, BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        PackageState state = state(act);
        List<String> left = new ArrayList<>(state.differences(goal));
        simulated(act, goal, state).stream()
                .filter(line -> !left.contains(line))
                .forEach(left::add);
        if (!left.isEmpty()) {
            throw FailureType.VERDICT.of(
                    "A second converge of " + act.node() + " would change: " + String.join("; ", left));
        }
    }

    @Override
    public void services(Act act, BaselineRef ref) {
        List<String> units = baselines.of(ref).gates().services();
        if (!services.wrong(act.node(), units).isEmpty()) {
            guard.accept(act);
            services.start(act.node(), units);
        }
    }

    @Override
    public void settings(Act act, BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        List<String> missing = modules.missing(act, goal);
        if (!missing.isEmpty()) {
            guard.accept(act);
            modules.load(act, missing);
        }
        if (goal.runtime().isPresent()) {
            guard.accept(act);
            settings.set(act, goal.runtime().get());
        }
        if (boot.differs(act, goal)) {
            guard.accept(act);
            boot.write(act, goal);
        }
    }

    @Override
    public void hold(Act act, BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        PackageState before = state(act);
        if (before.differences(goal).isEmpty()) {
            return;
        }
        guard.accept(act);
        List<String> said = new ArrayList<>();
        for (List<String> words : system(act, before).hold(goal, before)) {
            SshAnswer answer =
                    tools.ssh().ask(act.node(), RemoteCommand.of("hold", words).asRoot(), PATIENT);
            if (!answer.ok()) {
                said.add(answer.fault());
            }
        }
        List<String> left = state(act).differences(goal);
        if (!left.isEmpty()) {
            throw (said.isEmpty() ? FailureType.VERDICT : FailureType.STEP_FAILED)
                    .of("Not held on " + act.node() + ": " + String.join("; ", left)
                            + (said.isEmpty() ? "" : " (" + String.join("; ", said) + ")"));
        }
    }

    private List<String> simulated(Act act, Baseline goal, PackageState state) {
        PackageSystem system = system(act, state);
        RemoteCommand preview = RemoteCommand.of("preview", system.preview(goal));
        SshAnswer answer = tools.ssh().ask(act.node(), system.previewsAsRoot() ? preview.asRoot() : preview, PATIENT);
        if (answer.cut()) {
            throw FailureType.STEP_FAILED.of("the preview on " + act.node() + " is too long to be read whole");
        }
        return system.changes(goal, answer.exit(), answer.out(), answer.err());
    }

    /** Safe to repeat: reads only. Returns every difference of packages and holds between the node and {@code ref}. */
    @Override
    public List<String> differences(Act act, BaselineRef ref) {
        return state(act).differences(baselines.of(ref));
    }

    private PackageState state(Act act) {
        return PackageState.now(tools, act);
    }

    private static PackageSystem system(Act act, PackageState state) {
        String family = state.osImage().split("-", 2)[0];
        return switch (family) {
            case "ubuntu", "debian" -> new AptPackages();
            case "rhel", "rocky", "almalinux", "centos", "fedora", "ol", "amzn" -> new DnfPackages();
            default ->
                throw FailureType.GATE_CLOSED.of(
                        act.node() + " runs " + state.osImage() + ", whose package system is not known");
        };
    }
}
