package dev.slipway.runbook;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.port.Power;
import java.time.Duration;
import java.util.List;

/** What runbooks that repair the driver of a node have in common: packages are put in place, and the node reboots. */
public abstract class DriverRunbook extends RepairRunbook {
    private static final Step INITRAMFS = mutating("initramfs", "Make the initramfs right");
    private static final Step CDI = mutating("cdi", "Make the CDI specification right");
    private static final Step REINSTALL = mutating("reinstall", "Reinstall the pinned packages");
    private static final Step PURGE = mutating("purge", "Purge stray packages");
    private static final Step AGREE = new Step("agree", "Compare the driver's versions", NodeState.CORDONED);

    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(75));

    protected DriverRunbook(Trigger trigger, String slug) {
        super(trigger, slug);
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

    /** Containers are told of the pinned driver's files. */
    protected final void cdi() {
        remark(step(CDI, modules, (m, act) -> m.cdi(act, trigger.goal())));
    }

    protected final void reboot(Step step) {
        reboot(step, power);
    }

    /** Whether the driver in the kernel, on disk and in its library is not the pinned one, or a GPU is silent. */
    protected final boolean apart() {
        return !done(step(AGREE, modules, (m, act) -> m.agree(act, trigger.goal())));
    }

    /** G0 to G8 and G11. */
    protected final void proveDriver(BaselineRef goal) {
        gates(goal).forEach(this::prove);
        diag(goal, 1);
        diag(goal, 2);
        diag(goal, 3);
        nccl(goal);
    }
}
