package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.port.Modules;
import dev.slipway.port.Packages;
import java.util.List;

/**
 * Changes the packages of the driver and what is built from them: its module, the initramfs, and the CDI specifications
 * of containers.
 */
public final class DriverPackages {
    private final RunContext run;

    public DriverPackages(RunContext run) {
        this.run = run;
    }

    /** Purges the packages that the row of the diagnosis names. */
    public void purge() {
        List<String> stray = run.diagnosed().route().packages();
        run.changed(run.step(ActSteps.PURGE, Packages.class, (p, act) -> p.purge(act, goal(), stray)));
    }

    /** Reinstalls the pinned packages. */
    public void reinstall() {
        run.changed(run.step(ActSteps.REINSTALL, Packages.class, (p, act) -> p.reinstall(act, goal())));
    }

    /** Rebuilds the module for the running kernel, if the node has a tool for it; returns whether it did. */
    public boolean rebuild() {
        return DriverFaults.helped(run, run.step(ActSteps.REBUILD, Modules.class, (m, act) -> m.rebuild(act, goal())));
    }

    /** The next boot loads the pinned driver. */
    public void initramfs() {
        run.act(ActSteps.INITRAMFS, Modules.class, (m, act) -> m.initramfs(act, goal()));
    }

    /** Points containers at the pinned driver's files. */
    public void cdi() {
        run.journal(run.step(ActSteps.CDI, Modules.class, (m, act) -> m.cdi(act, goal())));
    }

    /**
     * Returns whether the driver in the kernel, on disk and in its library is the pinned one, and every GPU answers.
     */
    public boolean agrees() {
        return run.done(run.step(ActSteps.CHECK_DRIVER_VERSIONS, Modules.class, (m, act) -> m.agree(act, goal())));
    }

    private BaselineRef goal() {
        return run.trigger().goal();
    }
}
