package dev.slipway.model.node;

/** Lists what a run does to a node if the stage before did not help: each at most once per run, in any runbook. */
public enum RepairStage {
    RELOAD("a reload of the driver"),
    REINSTALL("a reinstall of the pinned packages"),
    RESET("a reset of GPUs"),
    REBOOT("a reboot to end the fault"),
    POWER_CYCLE("a power cycle"),
    IMAGE("a new image"),
    /** Every boot that the run made, for whatever reason; the only one that there may be more than one of. */
    BOOT("a boot");

    private final String words;

    RepairStage(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
