package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.node.BootRecord;
import dev.slipway.port.Kernels;
import dev.slipway.port.Packages;
import java.util.ArrayList;
import java.util.List;

/** Boots the kernel that a baseline pins, for any runbook: once, proven, and only then for good. */
public final class PinnedKernel {
    private final RunContext run;
    private final GateSuite gates;

    public PinnedKernel(RunContext run, GateSuite gates) {
        this.run = run;
        this.gates = gates;
    }

    /** Boots the goal's kernel, proves the node on it, and makes it the default; undone with default and holds. */
    public void goBack(BaselineRef goal) {
        goBack(goal, () -> {});
    }

    /** Does the same, and {@code booted} before the first gates. */
    public void goBack(BaselineRef goal, Runnable booted) {
        BootRecord found = run.step(ActSteps.BOOT_STATE, Kernels.class, Kernels::bootState);
        run.onRollback(() -> run.act(ActSteps.RESTORE_BOOT, Kernels.class, (k, act) -> k.restoreBoot(act, found)));
        bootOnce(goal);
        booted.run();
        proveHealth(goal);
        keep(goal);
        run.changed(changes(found, run.step(ActSteps.BOOT_STATE, Kernels.class, Kernels::bootState)));
    }

    public void bootOnce(BaselineRef goal) {
        run.act(ActSteps.BOOT_ONCE, Kernels.class, (k, act) -> k.bootOnce(act, goal));
        restart(goal);
    }

    /** Reboots into the goal's kernel, which boots next, and sets what a boot forgets. */
    public void restart(BaselineRef goal) {
        run.reboot(Step.REBOOT);
        run.act(ActSteps.CHECK_RUNNING_KERNEL, Kernels.class, (k, act) -> k.booted(act, goal));
        run.act(Step.SETTINGS, Packages.class, (p, act) -> p.settings(act, goal));
        run.act(Step.SERVICES, Packages.class, (p, act) -> p.services(act, goal));
    }

    /** Makes the running kernel, which is the goal's, the default, and holds its packages. */
    public void keep(BaselineRef goal) {
        run.act(ActSteps.BOOT_ALWAYS, Kernels.class, (k, act) -> k.bootAlways(act, goal));
        run.act(ActSteps.HOLD_KERNEL, Kernels.class, (k, act) -> k.holdKernel(act, goal));
    }

    public void proveHealth(BaselineRef goal) {
        gates.proveVersions(goal);
        gates.diag1(goal);
    }

    /** Returns what differs between how the node chose its kernel and how it does now, one line per difference. */
    private static List<String> changes(BootRecord was, BootRecord now) {
        List<String> changes = new ArrayList<>();
        if (!now.kernel().equals(was.kernel())) {
            changes.add("boot default " + was.kernel() + " → " + now.kernel());
        }
        now.held().stream()
                .filter(name -> !was.held().contains(name))
                .forEach(name -> changes.add(name + " held: no → yes"));
        was.held().stream()
                .filter(name -> !now.held().contains(name))
                .forEach(name -> changes.add(name + " held: yes → no"));
        return List.copyOf(changes);
    }
}
