package dev.slipway.demo;

import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;

/** What several fates and diversions find on a node. */
final class Has {
    static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());
    static final Condition NO_MODULE = new Condition.ModuleNotBuilt(false);
    static final Condition BAD = new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory");
    static final Condition NO_FIRMWARE = new Condition.FirmwareLost(Firmware.Damage.PARTIAL);
    static final Condition OFF_THE_BUS = new Condition.GpuAils(Ailment.offTheBus(3, Ailment.Cure.REBOOT));
    static final Condition XID_79 = new Condition.Xid(79, 3);

    private Has() {}
}
