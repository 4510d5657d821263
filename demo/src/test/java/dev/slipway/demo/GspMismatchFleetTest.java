package dev.slipway.demo;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** gsp-mismatch on simulated nodes, each with its own trouble: what ends how, told by the observer. */
class GspMismatchFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet ROCKY = PINNED.on(Family.ROCKY);
    private static final Condition PARTIAL = new Condition.FirmwareLost(Firmware.Damage.PARTIAL);

    @TempDir
    Path folder;

    @Test
    void i11_i12_i23_eachTroubleEndsAsItsRowSaysAndNoLabelStaysPaused() {
        Wanted inService = Wanted.untouched(false).atMost(0, 0);
        Wanted again = Wanted.whole(PINNED).atMost(1, 2);
        FleetCases.of("gsp-mismatch")
                .node("W13 CONVERGED", again, PARTIAL)
                .node("W13 CONVERGED", again, new Condition.FirmwareLost(Firmware.Damage.GONE))
                .node(
                        "W11 CONVERGED",
                        Wanted.whole(PINNED).atMost(1, 3),
                        new Condition.OtherBranch("580", "580.65.06-0ubuntu1"),
                        PARTIAL)
                .node(
                        "W7 UNTOUCHED(firmware turned off, and nobody recorded it: NVreg_EnableGpuFirmware=0 in",
                        inService,
                        new Condition.GspSetting("0"))
                .node(
                        "W8 UNTOUCHED(no room for packages or an initramfs: no room: /boot 0 MB",
                        inService,
                        new Condition.BootFull())
                .node(
                        "W9 UNTOUCHED(firmware that no package of the driver brought: nobody owns /lib/firmware",
                        inService,
                        new Condition.FirmwareBeside("560.35.03"))
                .node("W13 CONVERGED", Wanted.whole(ROCKY).atMost(1, 2), new Condition.Runs(ROCKY), PARTIAL)
                .node("W0 UNTOUCHED(clean: nothing wrong", Wanted.whole(PINNED).atMost(0, 0))
                .run(folder, 37, (node, end) -> {});
    }
}
