package dev.slipway.activities.kernel;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.Scripts;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.GateResult;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelReadiness;
import dev.slipway.model.facts.KernelState.BootLoader;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.BootRecord;
import dev.slipway.port.Kernels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Manages the kernels of any node: the family of its operating system chooses between GRUB's and DKMS's names there.
 */
public final class NodeKernels implements Kernels {
    private static final Limits BRIEF = Limits.brief();

    /** Marks a run that has begun: its commands were sent then. */
    private static final List<List<String>> JOINED = List.of();

    private final NodeTools tools;
    private final Baselines baselines;
    private final Consumer<Act> guard;
    private final KernelRuns runs;
    private final BiConsumer<Act, UnbuildablePair> learnt;

    /**
     * Takes {@code guard}, which is called directly before each mutation and throws if the node may not be changed now,
     * and {@code learnt}, which receives each pair that one of our builds proved not to build.
     */
    public NodeKernels(
            NodeTools tools, Baselines baselines, Consumer<Act> guard, BiConsumer<Act, UnbuildablePair> learnt) {
        this.tools = tools;
        this.learnt = learnt;
        this.baselines = baselines;
        this.guard = guard;
        this.runs = new KernelRuns(tools, guard);
    }

    @Override
    public List<String> headers(Act act, BaselineRef goal) {
        KernelReading before = read(act, goal);
        if (runs.done(act, before.headers())) {
            return List.of();
        }
        RunState end = runs.run(act, before.system().headers(before.kernel()));
        KernelRuns.settled(act, end, read(act, goal).headers(), "there are no headers of " + before.kernel());
        return List.of("headers of " + before.kernel());
    }

    @Override
    public boolean denyNouveau(Act act) {
        KernelReading before = read(act, "");
        if (!before.nouveauDenied()) {
            guard.accept(act);
            SshAnswer answer = tools.ssh().ask(act.node(), Scripts.denyNouveau().asRoot(), BRIEF);
            if (!answer.ok()) {
                throw FailureType.STEP_FAILED.of("nouveau on " + act.node() + ": " + answer.fault());
            }
            if (!read(act, "").nouveauDenied()) {
                throw FailureType.VERDICT.of("nouveau may still be loaded on " + act.node());
            }
        }
        return before.nouveauLoaded();
    }

    @Override
    public List<String> build(Act act, BaselineRef goal) {
        KernelReading before = read(act, goal);
        String kernel = before.kernel();
        if (runs.done(act, before.built())) {
            runs.prove(act, before);
            return List.of();
        }
        if (!before.headers()) {
            throw FailureType.STEP_FAILED.of("there are no headers of " + kernel + " on " + act.node());
        }
        RunState end =
                runs.run(act, List.of(List.of("dkms", "autoinstall", "-k", kernel), List.of("depmod", "-a", kernel)));
        KernelReading after = read(act, goal);
        String error = after.buildError();
        if (!after.built() && !error.isEmpty()) {
            Optional<UnbuildablePair> pair = UnbuildablePair.proven(after.facts(), baselines.of(goal));
            pair.ifPresent(proven -> learnt.accept(act, proven));
            throw (error.contains("No space left") ? FailureType.STEP_FAILED : FailureType.VERDICT)
                    .of("the driver's module does not build for " + kernel + " on " + act.node() + ": " + error
                            + pair.map(UnbuildablePair::remark).orElse(""));
        }
        KernelRuns.settled(act, end, after.built(), "DKMS has no installed module of the driver for " + kernel);
        runs.prove(act, after);
        return List.of("module of the driver for " + kernel);
    }

    @Override
    public List<String> modulePackage(Act act, BaselineRef goal) {
        KernelReading before = read(act, goal);
        if (runs.done(act, before.built())) {
            runs.prove(act, before);
            return List.of();
        }
        RunState end = runs.run(
                act, before.built() ? JOINED : before.system().modulePackage(before.offered(baselines.of(goal))));
        KernelReading after = read(act, goal);
        KernelRuns.settled(act, end, after.built(), "there is no module of the driver for " + before.kernel());
        runs.prove(act, after);
        return after.delivered();
    }

    @Override
    public void unbuild(Act act, BaselineRef goal, BaselineRef keeping) {
        if (!kernel(goal).equals(kernel(keeping))) {
            drop(act, goal);
        }
    }

    @Override
    public void drop(Act act, BaselineRef goal) {
        KernelReading before = read(act, goal);
        String kernel = before.kernel();
        if (runs.done(act, !before.built())) {
            return;
        }
        List<List<String>> commands = new ArrayList<>();
        KernelReadiness.driverBuilds(before.facts()).stream()
                .filter(b -> b.kernel().equals(kernel))
                .forEach(b -> commands.add(List.of("dkms", "remove", b.module() + "/" + b.version(), "-k", kernel)));
        commands.addAll(before.system().remove(KernelReadiness.deliveredBy(before.facts(), kernel)));
        commands.addAll(before.system().initramfs(kernel, before.initramfs()));
        RunState end = runs.run(act, commands);
        KernelRuns.settled(act, end, !read(act, goal).built(), "the module for " + kernel + " is still there");
    }

    @Override
    public void initramfs(Act act, BaselineRef goal) {
        KernelReading before = read(act, goal);
        RunState end = runs.run(act, before.system().initramfs(before.kernel(), before.initramfs()));
        if (end.kind() == RunState.Kind.LOST) {
            throw FailureType.AMBIGUOUS.of(act.directory() + " on " + act.node()
                    + " began, and its end is unknown; whether the initramfs is whole is unknown, too");
        }
        KernelRuns.settled(act, end, read(act, goal).initramfs(), "there is no initramfs of " + before.kernel());
    }

    @Override
    public BootRecord bootState(Act act) {
        KernelReading look = read(act, "");
        BootLoader loader = look.loader();
        return new BootRecord(loader.setting(), loader.savedEntry(), loader.kernel(), held(look));
    }

    private static List<String> held(KernelReading look) {
        KernelSystem system = look.system();
        return look.facts().software().packages().or(List.of()).stream()
                .filter(InstalledPackage::held)
                .map(system::held)
                .toList();
    }

    @Override
    public void bootOnce(Act act, BaselineRef goal) {
        KernelReading before = read(act, goal);
        List<String> lacking = KernelReadiness.lacking(before.facts(), before.kernel());
        if (!lacking.isEmpty()) {
            throw FailureType.STEP_FAILED.of(
                    before.kernel() + " cannot be booted on " + act.node() + ": " + String.join("; ", lacking));
        }
        if (runs.done(act, before.loader().once().equals(before.kernel()))) {
            return;
        }
        RunState end = runs.run(act, before.system().bootOnce(before.loader(), before.kernel()));
        KernelRuns.settled(
                act,
                end,
                read(act, goal).loader().once().equals(before.kernel()),
                "the next boot is not of " + before.kernel());
    }

    @Override
    public void booted(Act act, BaselineRef goal) {
        KernelReading look = read(act, goal);
        if (!look.running().equals(look.kernel())) {
            throw FailureType.STEP_FAILED.of(act.node() + " was to boot " + look.kernel() + " once and runs "
                    + look.running() + ": it fell back to its default, which was not changed");
        }
    }

    @Override
    public void bootAlways(Act act, BaselineRef goal) {
        KernelReading before = read(act, goal);
        String kernel = before.kernel();
        if (!before.running().equals(kernel)) {
            throw FailureType.STEP_FAILED.of(act.node() + " runs " + before.running() + ": " + kernel
                    + " does not become the default before it ran");
        }
        if (runs.done(act, isDefault(before))) {
            return;
        }
        RunState end = runs.run(act, before.system().bootAlways(before.loader(), kernel));
        KernelRuns.settled(act, end, isDefault(read(act, goal)), "the default of the boot loader is not " + kernel);
    }

    private static boolean isDefault(KernelReading look) {
        return look.loader().saved() && look.loader().kernel().equals(look.kernel());
    }

    @Override
    public void holdKernel(Act act, BaselineRef goal) {
        KernelReading before = read(act, goal);
        List<InstalledPackage> loose = loose(before);
        if (runs.done(act, loose.isEmpty())) {
            return;
        }
        RunState end = runs.run(act, before.system().hold(loose, true));
        List<String> left =
                loose(read(act, goal)).stream().map(InstalledPackage::name).toList();
        KernelRuns.settled(act, end, left.isEmpty(), "not held: " + String.join(", ", left));
    }

    private static List<InstalledPackage> loose(KernelReading look) {
        return look.packages(look.system()).stream().filter(p -> !p.held()).toList();
    }

    @Override
    public void restoreBoot(Act act, BootRecord recorded) {
        KernelReading before = read(act, "");
        KernelSystem system = before.system();
        List<List<String>> commands = new ArrayList<>(system.restore(recorded, before.loader()));
        List<InstalledPackage> all = before.facts().software().packages().or(List.of());
        commands.addAll(system.hold(
                all.stream()
                        .filter(p -> p.held() && !recorded.held().contains(system.held(p)))
                        .toList(),
                false));
        commands.addAll(system.hold(
                all.stream()
                        .filter(p -> !p.held() && recorded.held().contains(system.held(p)))
                        .toList(),
                true));
        if (runs.done(act, commands.isEmpty())) {
            return;
        }
        RunState end = runs.run(act, commands);
        KernelReading after = read(act, "");
        BootLoader loader = after.loader();
        boolean same = loader.kernel().equals(recorded.kernel())
                && loader.setting().equals(recorded.setting())
                && loader.once().isEmpty()
                && held(after).equals(recorded.held());
        KernelRuns.settled(act, end, same, "default and holds are not as they were recorded");
    }

    @Override
    public GateResult verify(Act act, BaselineRef goal) {
        NodeFacts facts = read(act, goal).facts();
        return new KernelGate(facts)
                .result()
                .under(facts.boot().map(Boot::bootId).or(""));
    }

    private KernelReading read(Act act, BaselineRef goal) {
        return read(act, kernel(goal));
    }

    private KernelReading read(Act act, String kernel) {
        NodeFacts facts = tools.facts().read(act.node(), act.t0(), KernelReading.SECTIONS);
        return new KernelReading(facts, kernel);
    }

    private String kernel(BaselineRef goal) {
        return Optional.ofNullable(baselines.of(goal).pins().get(Field.KERNEL))
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("baseline " + goal + " pins no kernel"));
    }
}
