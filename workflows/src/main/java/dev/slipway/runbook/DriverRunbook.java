package dev.slipway.runbook;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Clients;
import dev.slipway.model.FactsRef;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Modules;
import dev.slipway.port.Nodes;
import dev.slipway.port.Operands;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What runbooks that repair the driver of a node have in common: nobody uses it meanwhile, packages are put in place, the
 * node reboots, and the same gates prove it. Such a runbook goes forward only.
 */
public abstract class DriverRunbook extends NodeRunbook {
    private static final Step INITRAMFS = mutating("initramfs", "Make the initramfs right");
    private static final Step REINSTALL = mutating("reinstall", "Reinstall the pinned packages");
    private static final Step PURGE = mutating("purge", "Purge stray packages");
    private static final Step CLIENTS = new Step("clients", "Name who uses the driver", NodeState.CORDONED);
    private static final Step PAUSE = mutating("pause-operands", "Pause operands");
    private static final Step STOP = mutating("stop-clients", "Stop clients");
    private static final Step START = mutating("start-clients", "Start clients");
    private static final Step RESUME = mutating("resume-operands", "Resume operands");
    private static final Step AGREE = new Step("agree", "Compare the driver's versions", NodeState.CORDONED);
    private static final Step SETTINGS = mutating("settings", "Set runtime settings");
    private static final Step SERVICES = mutating("services", "Start services");
    private static final Step ENFORCE = mutating("enforce", "Hold the packages");
    private static final Step FACTS = verifying("facts-after", "Collect facts");
    private static final Step VERSIONS = verifying("gates", "Gates G0–G4, G11");
    private static final Step DIAG_1 = verifying("diag-1", "dcgmi diag -r 1");
    private static final Step DIAG_2 = verifying("diag-2", "dcgmi diag -r 2");
    private static final Step DIAG_3 = verifying("diag-3", "dcgmi diag -r 3");
    private static final Step NCCL = verifying("nccl", "nccl-tests on the node");

    protected final Port<Modules> modules = Port.lasting(Modules.class, Duration.ofMinutes(25));
    protected final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private final Port<Operands> operands = Port.lasting(Operands.class, Duration.ofMinutes(50));
    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(75));
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Duration.ofMinutes(60));
    private Map<String, String> paused = Map.of();

    protected DriverRunbook(Trigger trigger, String slug) {
        super(trigger, slug);
    }

    private static Step mutating(String id, String title) {
        return new Step(id, title, NodeState.MUTATING);
    }

    private static Step verifying(String id, String title) {
        return new Step(id, title, NodeState.VERIFYING);
    }

    /** Names who uses the driver, pauses the operands and stops the clients; all that is put back in every ending. */
    protected final Clients quiet() {
        Clients found = step(CLIENTS, modules, Modules::clients);
        remark(found.told());
        inEveryEnding(() -> remark(step(RESUME, operands, (o, act) -> o.resume(act, paused))));
        paused = step(PAUSE, operands, Operands::pause);
        inEveryEnding(() -> remark(step(START, modules, (m, act) -> m.start(act, found))));
        act(STOP, modules, (m, act) -> m.stop(act, found));
        return found;
    }

    /** Purges the packages that the row of the diagnosis names. */
    protected final void purge() {
        List<String> stray = diagnosed().route().packages();
        changed(step(PURGE, packages, (p, act) -> p.purge(act, trigger.goal(), stray)));
    }

    protected final void reinstall() {
        changed(step(REINSTALL, packages, (p, act) -> p.reinstall(act, trigger.goal())));
    }

    /** The next boot loads the pinned driver. */
    protected final void initramfs() {
        act(INITRAMFS, modules, (m, act) -> m.initramfs(act, trigger.goal()));
    }

    protected final void reboot(Step step) {
        booted(step(step, power, (p, act) -> p.reboot(act, boot())));
    }

    /** Whether the driver in the kernel, on disk and in its library is not the pinned one, or a GPU is silent. */
    protected final boolean apart() {
        return !done(step(AGREE, modules, (m, act) -> m.agree(act, trigger.goal())));
    }

    /** Services run, settings that a load forgets are made, and the packages are held. */
    protected final void settle() {
        act(SERVICES, packages, (p, act) -> p.services(act, trigger.goal()));
        act(SETTINGS, packages, (p, act) -> p.settings(act, trigger.goal()));
        act(ENFORCE, packages, (p, act) -> p.hold(act, trigger.goal()));
    }

    /** G0 to G8 and G11. */
    protected final void proveDriver(BaselineRef goal) {
        FactsRef now = step(FACTS, nodes, Nodes::facts);
        step(VERSIONS, gates, (g, act) -> g.verify(act, now, goal)).forEach(this::prove);
        prove(step(DIAG_1, diagnostics, (d, act) -> d.diag(act, goal, 1)));
        prove(step(DIAG_2, diagnostics, (d, act) -> d.diag(act, goal, 2)));
        prove(step(DIAG_3, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        prove(step(NCCL, diagnostics, (d, act) -> d.nccl(act, goal)));
    }

    @Override
    protected final boolean forwardOnly() {
        return true;
    }

    @Override
    protected final void rolledBack(BaselineRef previous, String reason) {
        throw new IllegalStateException(slug + " goes forward only, and was rolled back: " + reason);
    }
}
