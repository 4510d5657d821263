package dev.slipway.demo;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.util.List;

/** A runbook that meets a node which is another one's to mend, and with how many boots and transactions that one does. */
enum Diversion {
    DRIFT_TO_RELOAD("image-drift", "module-reload", 1, 1, Has.OLD, Has.UPGRADED),
    DRIFT_TO_KERNEL("image-drift", "kernel-gpu-missing", 1, 2, Has.NO_MODULE),
    DRIFT_TO_GSP("image-drift", "gsp-mismatch", 1, 2, Has.NO_FIRMWARE),
    DRIFT_TO_GPU("image-drift", "gpu-fault-rma", 1, 0, Has.OFF_THE_BUS, Has.XID_79),
    RELOAD_TO_KERNEL("module-reload", "kernel-gpu-missing", 1, 2, Has.NO_MODULE),
    RELOAD_TO_DRIFT("module-reload", "image-drift", 1, 1, Has.OLD),
    RELOAD_TO_GSP("module-reload", "gsp-mismatch", 1, 2, Has.NO_FIRMWARE),
    RELOAD_TO_GPU("module-reload", "gpu-fault-rma", 1, 0, Has.OFF_THE_BUS, Has.XID_79),
    KERNEL_TO_RELOAD("kernel-gpu-missing", "module-reload", 1, 1, Has.OLD, Has.UPGRADED),
    KERNEL_TO_DRIFT("kernel-gpu-missing", "image-drift", 1, 2, Has.OLD, Has.HALF),
    KERNEL_TO_GSP("kernel-gpu-missing", "gsp-mismatch", 1, 2, Has.NO_FIRMWARE),
    KERNEL_TO_GPU("kernel-gpu-missing", "gpu-fault-rma", 1, 0, Has.OFF_THE_BUS, Has.XID_79),
    GSP_TO_RELOAD("gsp-mismatch", "module-reload", 1, 1, Has.OLD, Has.UPGRADED),
    GSP_TO_KERNEL("gsp-mismatch", "kernel-gpu-missing", 1, 2, Has.NO_MODULE),
    GSP_TO_DRIFT("gsp-mismatch", "image-drift", 1, 1, Has.OLD),
    GSP_TO_GPU("gsp-mismatch", "gpu-fault-rma", 1, 0, Has.OFF_THE_BUS, Has.XID_79),
    FABRIC_TO_RELOAD("fabric-manager", "module-reload", 1, 1, Has.OLD, Has.UPGRADED),
    FABRIC_TO_DRIFT("fabric-manager", "image-drift", 1, 1, Has.OLD),
    FABRIC_TO_GPU("fabric-manager", "gpu-fault-rma", 0, 0, Has.ASKS_FOR_RESET),
    GPU_TO_FABRIC("gpu-fault-rma", "fabric-manager", 0, 0, Has.SWITCH_FATAL),
    GPU_TO_GSP("gpu-fault-rma", "gsp-mismatch", 1, 2, Has.OTHER_FIRMWARE, Has.XID_119),
    GPU_TO_RELOAD("gpu-fault-rma", "module-reload", 0, 0, Has.OLD, Has.UPGRADED),
    PERSISTENCE_TO_RELOAD("persistence", "module-reload", 1, 1, Has.OLD, Has.UPGRADED),
    PERSISTENCE_TO_DRIFT("persistence", "image-drift", 0, 0, Has.OTHER_CLOCKS),
    PERSISTENCE_TO_GPU("persistence", "gpu-fault-rma", 1, 0, Has.OFF_THE_BUS, Has.XID_79),
    /** These lead to runbooks that are not built. */
    DRIFT_TO_ECC("image-drift", "ecc-toggle", 0, 0, Has.NO_ECC),
    GPU_TO_NVLINK("gpu-fault-rma", "nvlink-visibility", 0, 0, Has.XID_74);

    private final String from;
    private final String to;
    private final int boots;
    private final int transactions;
    private final List<Condition> conditions;

    Diversion(String from, String to, int boots, int transactions, Condition... conditions) {
        this.from = from;
        this.to = to;
        this.boots = boots;
        this.transactions = transactions;
        this.conditions = List.of(conditions);
    }

    /** A node for each, in this order. */
    static FleetPlan plan(long seed, List<Diversion> diversions) {
        FleetPlan plan = FleetPlan.whole(seed, diversions.size());
        for (int i = 0; i < diversions.size(); i++) {
            Condition[] had = diversions.get(i).conditions.toArray(Condition[]::new);
            plan = plan.changing(plan.nodes().get(i).name(), n -> n.with(had));
        }
        return plan;
    }

    String from() {
        return from;
    }

    String to() {
        return to;
    }

    /** How the observer must find the node when its run was told to have ended so. */
    Wanted wanted(Outcome end) {
        return WantedAfter.run(end, boots, transactions);
    }

    private static final class Has {
        static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
        static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());
        static final Condition NO_MODULE = new Condition.ModuleNotBuilt(false);
        static final Condition HALF = new Condition.HalfConfigured(DriverPackages.UBUNTU.library());
        static final Condition NO_FIRMWARE = new Condition.FirmwareLost(Firmware.Damage.PARTIAL);
        static final Condition OTHER_FIRMWARE =
                new Condition.FirmwareRuns(SoftwareSet.previous().driver());
        static final Condition OFF_THE_BUS = new Condition.GpuAils(Ailment.offTheBus(3, Ailment.Cure.REBOOT));
        static final Condition ASKS_FOR_RESET = new Condition.GpuAils(Ailment.asking(3, "Reset", Ailment.Cure.RESET));
        static final Condition SWITCH_FATAL = new Condition.SwitchFatal(20034, false);
        static final Condition XID_74 = new Condition.Xid(74, 3);
        static final Condition XID_79 = new Condition.Xid(79, 3);
        static final Condition XID_119 = new Condition.Xid(119, 3);
        static final Condition OTHER_CLOCKS =
                new Condition.Settings(GpuSettings.factory().clocks(new GpuSettings.Clocks(2619, 1200)));
        static final Condition NO_ECC =
                new Condition.Settings(GpuSettings.factory().ecc(false));

        private Has() {}
    }
}
