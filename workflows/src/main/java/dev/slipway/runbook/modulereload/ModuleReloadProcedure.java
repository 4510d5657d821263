package dev.slipway.runbook.modulereload;

import dev.slipway.rules.Procedure;

/** Lists the procedures of module-reload, by their names in histories. */
enum ModuleReloadProcedure implements Procedure {
    /** Load the module that is on disk in place of the one in the kernel. */
    RELOAD("cordon → drain → reload the module; else reboot, else reinstall → verify → readmit"),
    /** Bring the packages to the pins again; reload if that is not enough. */
    REINSTALL("cordon → drain → reinstall the packages → reload if needed → verify → readmit"),
    /** Purge packages that are not the goal's, each by its name; then as it is found. */
    PURGE("cordon → drain → purge " + WHAT + " → repair what is left → verify → readmit"),
    /** Build the module for the running kernel, then load it. */
    REBUILD("cordon → drain → build the module → load it → verify → readmit"),
    /** Rebuild the initramfs: the driver in the kernel is right, the next boot's is not. */
    INITRAMFS("cordon → drain → rebuild the initramfs → verify → readmit"),
    /** Rewrite the CDI specification: the driver is right, the specification for containers is not. */
    CDI("cordon → drain → rewrite the CDI specification → verify → readmit");

    private final String plan;

    ModuleReloadProcedure(String plan) {
        this.plan = plan;
    }

    @Override
    public String plan() {
        return plan;
    }
}
