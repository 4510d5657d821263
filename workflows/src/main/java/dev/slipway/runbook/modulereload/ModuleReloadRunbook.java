package dev.slipway.runbook.modulereload;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Clients;
import dev.slipway.model.FactsRef;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Modules;
import dev.slipway.port.Nodes;
import dev.slipway.port.Operands;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import dev.slipway.runbook.NodeRunbook;
import dev.slipway.runbook.Port;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** module-reload: its sections bear the names of those in README.md beside this file. */
public final class ModuleReloadRunbook extends NodeRunbook implements ModuleReload {
    private static final Step INITRAMFS = new Step("initramfs", "Make the initramfs right", NodeState.MUTATING);
    private static final Step REBUILD = new Step("rebuild", "Build the module for this kernel", NodeState.MUTATING);
    private static final Step REINSTALL = new Step("reinstall", "Reinstall the pinned packages", NodeState.MUTATING);
    private static final Step CLIENTS = new Step("clients", "Name who uses the driver", NodeState.CORDONED);
    private static final Step PAUSE = new Step("pause-operands", "Pause operands", NodeState.MUTATING);
    private static final Step STOP = new Step("stop-clients", "Stop clients", NodeState.MUTATING);
    private static final Step UNLOAD = new Step("unload", "Unload modules", NodeState.MUTATING);
    private static final Step LOAD = new Step("load", "Load modules", NodeState.MUTATING);
    private static final Step START = new Step("start-clients", "Start clients", NodeState.MUTATING);
    private static final Step RESUME = new Step("resume-operands", "Resume operands", NodeState.MUTATING);
    private static final Step AGREE = new Step("agree", "Compare the driver's versions", NodeState.CORDONED);
    private static final Step SETTINGS = new Step("settings", "Set runtime settings", NodeState.MUTATING);
    private static final Step SERVICES = new Step("services", "Start services", NodeState.MUTATING);
    private static final Step ENFORCE = new Step("enforce", "Hold the packages", NodeState.MUTATING);
    private static final Step REBOOT_AGAIN =
            new Step("reboot-reinstalled", "Reboot into what was reinstalled", NodeState.REBOOTING);
    private static final Step FACTS = new Step("facts-after", "Collect facts", NodeState.VERIFYING);
    private static final Step VERSIONS = new Step("gates", "Gates G0–G4, G11", NodeState.VERIFYING);
    private static final Step DIAG_1 = new Step("diag-1", "dcgmi diag -r 1", NodeState.VERIFYING);
    private static final Step DIAG_2 = new Step("diag-2", "dcgmi diag -r 2", NodeState.VERIFYING);
    private static final Step DIAG_3 = new Step("diag-3", "dcgmi diag -r 3", NodeState.VERIFYING);
    private static final Step NCCL = new Step("nccl", "nccl-tests on the node", NodeState.VERIFYING);

    private final Port<Modules> modules = Port.lasting(Modules.class, Duration.ofMinutes(25));
    private final Port<Operands> operands = Port.lasting(Operands.class, Duration.ofMinutes(50));
    private final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(75));
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Duration.ofMinutes(60));
    private Map<String, String> paused = Map.of();
    private boolean usesPeermem;
    private boolean reinstalled;

    @WorkflowInit
    public ModuleReloadRunbook(Trigger trigger) {
        super(trigger, "module-reload");
    }

    @Override
    protected void preChecks() {
        remark(step(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found())));
    }

    /** Each rung is taken at most once, and only where the one before it did not help. */
    @Override
    protected void procedure() {
        switch (diagnosed().route().kind()) {
            case REBUILD -> done(step(REBUILD, modules, (m, act) -> m.rebuild(act, trigger.goal())));
            case REINSTALL -> reinstall();
            default -> {}
        }
        act(INITRAMFS, modules, (m, act) -> m.initramfs(act, trigger.goal()));
        boolean apart = apart() && reload() && reboot(Step.REBOOT) && reinstallAndReboot();
        putBack();
        if (apart) {
            needs("gsp-mismatch", "neither a reload nor a reboot nor a reinstall brought the driver to its pin");
        }
        act(SERVICES, packages, (p, act) -> p.services(act, trigger.goal()));
        act(SETTINGS, packages, (p, act) -> p.settings(act, trigger.goal()));
        act(ENFORCE, packages, (p, act) -> p.hold(act, trigger.goal()));
    }

    /** Whether the driver is still not the pinned one after it; so are the other rungs. */
    private boolean reload() {
        Clients found = step(CLIENTS, modules, Modules::clients);
        remark(found.told());
        usesPeermem = found.modules().contains("nvidia_peermem");
        inEveryEnding(() -> remark(step(RESUME, operands, (o, act) -> o.resume(act, paused))));
        paused = step(PAUSE, operands, Operands::pause);
        inEveryEnding(() -> act(START, modules, (m, act) -> m.start(act, found)));
        act(STOP, modules, (m, act) -> m.stop(act, found));
        if (done(step(UNLOAD, modules, (m, act) -> m.unload(act, found)))) {
            done(step(LOAD, modules, (m, act) -> m.load(act, trigger.goal(), found)));
        }
        return apart();
    }

    private boolean reboot(Step step) {
        booted(step(step, power, (p, act) -> p.reboot(act, boot())));
        return apart();
    }

    private boolean reinstallAndReboot() {
        if (reinstalled) {
            return true;
        }
        reinstall();
        act(INITRAMFS, modules, (m, act) -> m.initramfs(act, trigger.goal()));
        return reboot(REBOOT_AGAIN);
    }

    private void reinstall() {
        reinstalled = true;
        changed(step(REINSTALL, packages, (p, act) -> p.converge(act, trigger.goal())));
    }

    private boolean apart() {
        return !done(step(AGREE, modules, (m, act) -> m.agree(act, trigger.goal())));
    }

    private boolean done(Tried tried) {
        if (!tried.needs().isBlank()) {
            needs(tried.needs(), tried.why());
        }
        remark(tried.done() ? List.of() : List.of(tried.why()));
        return tried.done();
    }

    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = step(FACTS, nodes, Nodes::facts);
        step(VERSIONS, gates, (g, act) -> g.verify(act, now, goal)).forEach(this::prove);
        prove(step(DIAG_1, diagnostics, (d, act) -> d.diag(act, goal, 1)));
        prove(step(DIAG_2, diagnostics, (d, act) -> d.diag(act, goal, 2)));
        prove(step(DIAG_3, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        prove(step(NCCL, diagnostics, (d, act) -> d.nccl(act, goal)));
        if (usesPeermem) {
            prove(pair(goal));
        }
    }

    @Override
    protected boolean forwardOnly() {
        return true;
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        throw new IllegalStateException("module-reload goes forward only, and was rolled back: " + reason);
    }
}
