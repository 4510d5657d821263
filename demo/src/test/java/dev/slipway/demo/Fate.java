package dev.slipway.demo;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a node has when a run begins on it, with which runbook that begins, where it leads, and how often the node may then
 * reboot, change its packages, and have GPUs reset or a daemon of theirs restarted.
 */
enum Fate {
    CONVERGES("image-drift", Outcome.CONVERGED, acts(1, 1), FateSteps.FORWARD, Has.OLD),
    ROLLS_BACK("image-drift", Outcome.ROLLED_BACK, acts(2, 2), FateSteps.BACKWARD, Has.OLD, Has.BAD),
    /** Leads to kernel-gpu-missing, which has no room to build. */
    IS_HELD("image-drift", Outcome.HELD, acts(0, 0), FateSteps.NO_ROOM, Has.NO_MODULE, new Condition.BootFull()),
    /** Leads to module-reload, which unloads and loads. */
    RELOADS("image-drift", Outcome.CONVERGED, acts(0, 0), FateSteps.RELOAD, Has.OLD, Has.UPGRADED),
    /** Leads to module-reload, which must reboot. */
    RELOADS_BY_REBOOT(
            "image-drift",
            Outcome.CONVERGED,
            acts(1, 0),
            FateSteps.RELOAD_BY_REBOOT,
            Has.OLD,
            Has.UPGRADED,
            new Condition.ModuleLeaked()),
    /** Leads to kernel-gpu-missing, which builds the module. */
    BUILDS("image-drift", Outcome.CONVERGED, acts(1, 2), FateSteps.BUILD, Has.NO_MODULE),
    /** Leads to kernel-gpu-missing, which goes back a kernel. */
    GOES_BACK(
            "image-drift",
            Outcome.CONVERGED,
            acts(1, 0),
            FateSteps.BACK_A_KERNEL,
            new Condition.NewerKernel("6.8.0-62-generic")),
    /** Leads to gsp-mismatch, which purges another branch, puts the pinned set in place again, and reboots. */
    PURGES_A_BRANCH(
            "image-drift",
            Outcome.CONVERGED,
            acts(1, 3),
            FateSteps.FIRMWARE,
            new Condition.OtherBranch("580", "580.65.06-0ubuntu1"),
            new Condition.FirmwareLost(Firmware.Damage.PARTIAL)),
    /** Leads to gpu-fault-rma, which resets the GPU, and must reboot. */
    RESETS_A_GPU(
            "fabric-manager",
            Outcome.CONVERGED,
            new Acts(1, 0, 1, 0),
            FateSteps.GPU,
            new Condition.GpuAils(Ailment.asking(3, "Reset", Ailment.Cure.REBOOT))),
    /** Leads to fabric-manager, which resets all GPUs, restarts the fabric manager, and must reboot. */
    RESETS_THE_FABRIC(
            "gpu-fault-rma",
            Outcome.CONVERGED,
            new Acts(1, 0, 1, 1),
            FateSteps.FABRIC,
            new Condition.SwitchFatal(20034, true)),
    /** fabric-manager itself resets one GPU, and restarts the fabric manager. */
    REGISTERS(
            "fabric-manager",
            Outcome.CONVERGED,
            new Acts(0, 0, 1, 1),
            FateSteps.REGISTER,
            new Condition.GpuNotRegistered(3)),
    /** fabric-manager itself brings the fabric manager to the driver's version. */
    MATCHES(
            "fabric-manager",
            Outcome.CONVERGED,
            new Acts(0, 1, 0, 1),
            FateSteps.MATCH,
            new Condition.FabricManagerAt(SoftwareSet.previous().driver())),
    /** gsp-mismatch itself resets all GPUs, and their firmware is well. */
    RESETS_THE_FIRMWARE(
            "gsp-mismatch", Outcome.CONVERGED, new Acts(0, 0, 1, 0), FateSteps.RESET_ALL, new Condition.Xid(119, 3)),
    /** persistence itself starts nvidia-persistenced anew, while the node works. */
    WAKES(
            "persistence",
            Outcome.CONVERGED,
            new Acts(0, 0, 0, 0, 1),
            FateSteps.WAKE,
            new Condition.PersistenceFlagged()),
    /** Is written anew. */
    IS_WRITTEN("image-drift", Outcome.CONVERGED, acts(1, 0), FateSteps.WRITTEN, Has.OLD),
    /** Is written anew, fails its gates, and is written back. */
    IS_WRITTEN_BACK("image-drift", Outcome.ROLLED_BACK, acts(2, 0), FateSteps.WRITTEN_BACK, Has.OLD, Has.BAD),
    /** Leads to gpu-fault-rma, which finds that a GPU must be replaced. */
    IS_REPLACED("image-drift", Outcome.RMA_CANDIDATE, acts(1, 0), FateSteps.REPLACE, new Condition.GpuLost(3));

    /** How often at the most, over the whole run; {@code wakes} are restarts of nvidia-persistenced. */
    record Acts(int boots, int transactions, int resets, int restarts, int wakes) {

        Acts(int boots, int transactions, int resets, int restarts) {
            this(boots, transactions, resets, restarts, 0);
        }
    }

    private final String begins;
    private final Outcome end;
    private final Acts most;
    private final List<String> steps;
    private final List<Condition> conditions;

    Fate(String begins, Outcome end, Acts most, List<String> steps, Condition... conditions) {
        this.begins = begins;
        this.end = end;
        this.most = most;
        this.steps = steps;
        this.conditions = List.of(conditions);
    }

    private static Acts acts(int boots, int transactions) {
        return new Acts(boots, transactions, 0, 0);
    }

    /** The node of {@code plan} as the run finds it. */
    FleetPlan on(FleetPlan plan, String node) {
        return plan.changing(node, n -> n.with(conditions.toArray(Condition[]::new)));
    }

    /** The runbook that the run begins with. */
    String begins() {
        return begins;
    }

    Outcome end() {
        return end;
    }

    Acts most() {
        return most;
    }

    /** Whether its fleet brings nodes to their baseline by writing images. */
    boolean byImage() {
        return this == IS_WRITTEN || this == IS_WRITTEN_BACK;
    }

    /** The steps that no earlier fate comes to. */
    List<String> steps() {
        return steps;
    }

    static Fate with(String step) {
        return Stream.of(values())
                .filter(fate -> fate.steps.contains(step))
                .findFirst()
                .orElseThrow();
    }

    private static final class Has {
        static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
        static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());
        static final Condition NO_MODULE = new Condition.ModuleNotBuilt(false);
        static final Condition BAD =
                new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory");

        private Has() {}
    }
}
