package dev.slipway.runbook.modulereload;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Clients;
import dev.slipway.model.FactsRef;
import dev.slipway.model.Step;
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
import java.util.Map;

/** module-reload: its sections bear the names of those in README.md beside this file. */
public final class ModuleReloadRunbook extends NodeRunbook implements ModuleReload {
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
            case REBUILD -> done(step(Doing.REBUILD, modules, (m, act) -> m.rebuild(act, trigger.goal())));
            case REINSTALL -> reinstall();
            default -> {}
        }
        act(Doing.INITRAMFS, modules, (m, act) -> m.initramfs(act, trigger.goal()));
        boolean apart = apart() && reload() && reboot(Step.REBOOT) && reinstallAndReboot();
        putBack();
        if (apart) {
            needs("gsp-mismatch", "neither a reload nor a reboot nor a reinstall brought the driver to its pin");
        }
        act(Doing.SERVICES, packages, (p, act) -> p.services(act, trigger.goal()));
        act(Doing.SETTINGS, packages, (p, act) -> p.settings(act, trigger.goal()));
        act(Doing.ENFORCE, packages, (p, act) -> p.hold(act, trigger.goal()));
    }

    /** Whether the driver is still not the pinned one after it; so are the other rungs. */
    private boolean reload() {
        Clients found = step(Doing.CLIENTS, modules, Modules::clients);
        remark(found.told());
        usesPeermem = found.modules().contains("nvidia_peermem");
        inEveryEnding(() -> remark(step(Doing.RESUME, operands, (o, act) -> o.resume(act, paused))));
        paused = step(Doing.PAUSE, operands, Operands::pause);
        inEveryEnding(() -> remark(step(Doing.START, modules, (m, act) -> m.start(act, found))));
        act(Doing.STOP, modules, (m, act) -> m.stop(act, found));
        if (done(step(Doing.UNLOAD, modules, (m, act) -> m.unload(act, found)))) {
            done(step(Doing.LOAD, modules, (m, act) -> m.load(act, trigger.goal(), found)));
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
        act(Doing.INITRAMFS, modules, (m, act) -> m.initramfs(act, trigger.goal()));
        return reboot(Doing.REBOOT_AGAIN);
    }

    private void reinstall() {
        reinstalled = true;
        changed(step(Doing.REINSTALL, packages, (p, act) -> p.converge(act, trigger.goal())));
    }

    private boolean apart() {
        return !done(step(Doing.AGREE, modules, (m, act) -> m.agree(act, trigger.goal())));
    }

    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = step(Doing.FACTS, nodes, Nodes::facts);
        step(Doing.VERSIONS, gates, (g, act) -> g.verify(act, now, goal)).forEach(this::prove);
        prove(step(Doing.DIAG_1, diagnostics, (d, act) -> d.diag(act, goal, 1)));
        prove(step(Doing.DIAG_2, diagnostics, (d, act) -> d.diag(act, goal, 2)));
        prove(step(Doing.DIAG_3, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        prove(step(Doing.NCCL, diagnostics, (d, act) -> d.nccl(act, goal)));
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
