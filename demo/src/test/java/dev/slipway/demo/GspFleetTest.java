package dev.slipway.demo;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** gsp-mismatch on simulated nodes, each with its own trouble: what ends how, told by the observer. */
@Timeout(600)
class GspFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet ROCKY = PINNED.on(Family.ROCKY);
    private static final Condition PARTIAL = new Condition.FirmwareLost(Firmware.Damage.PARTIAL);

    @TempDir
    Path folder;

<<<<<<< HEAD
    /** How a node starts, how its run must end, by what row, and what the observer must find. */
    private record Case(String end, String row, Wanted wanted, List<Condition> conditions) {
        static Case of(String end, String row, Wanted wanted, Condition... conditions) {
            return new Case(end, row, wanted, List.of(conditions));
        }
    }

    private static Map<String, Case> cases() {
        Wanted held = Wanted.untouched(true).atMost(0, 0);
        Wanted again = Wanted.whole(PINNED).atMost(1, 2);
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("gpu-001", Case.of("CONVERGED", "W13", again, PARTIAL));
        cases.put("gpu-002", Case.of("CONVERGED", "W13", again, new Condition.FirmwareLost(Firmware.Damage.GONE)));
        cases.put(
                "gpu-003",
                Case.of(
                        "CONVERGED",
                        "W11",
                        Wanted.whole(PINNED).atMost(1, 3),
                        new Condition.OtherBranch("580", "580.65.06-0ubuntu1"),
                        PARTIAL));
        cases.put("gpu-004", Case.of("HELD(NVreg_EnableGpuFirmware=0 in", "W7", held, new Condition.GspSetting("0")));
        cases.put("gpu-005", Case.of("HELD(no room: /boot 0 MB", "W8", held, new Condition.BootFull()));
        cases.put(
                "gpu-006",
                Case.of("HELD(nobody owns /lib/firmware", "W9", held, new Condition.FirmwareBeside("560.35.03")));
        cases.put(
                "gpu-007",
                Case.of(
                        "CONVERGED",
                        "W13",
                        Wanted.whole(PINNED.on(Family.ROCKY)).atMost(1, 2),
                        new Condition.Runs(PINNED.on(Family.ROCKY)),
                        PARTIAL));
        cases.put(
                "gpu-008",
                Case.of(
                        "UNTOUCHED(clean: nothing wrong",
                        "W0",
                        Wanted.whole(PINNED).atMost(0, 0)));
        // Logged before the run began.
        cases.put(
                "gpu-009",
                Case.of("CONVERGED", "W19", Wanted.whole(PINNED).atMost(0, 0), new Condition.Xid(119, 2)));
        return cases;
    }

=======
>>>>>>> next
    @Test
    void i11_i12_i23_eachTroubleEndsAsItsRowSaysAndNoLabelStaysPaused() {
        Wanted held = Wanted.untouched(true).atMost(0, 0);
        Wanted again = Wanted.whole(PINNED).atMost(1, 2);
        FleetCases.of("gsp-mismatch")
                .node("W13 CONVERGED", again, PARTIAL)
                .node("W13 CONVERGED", again, new Condition.FirmwareLost(Firmware.Damage.GONE))
                .node(
                        "W11 CONVERGED",
                        Wanted.whole(PINNED).atMost(1, 3),
                        new Condition.OtherBranch("580", "580.65.06-0ubuntu1"),
                        PARTIAL)
                .node("W7 HELD(NVreg_EnableGpuFirmware=0 in", held, new Condition.GspSetting("0"))
                .node("W8 HELD(no room: /boot 0 MB", held, new Condition.BootFull())
                .node("W9 HELD(nobody owns /lib/firmware", held, new Condition.FirmwareBeside("560.35.03"))
                .node("W13 CONVERGED", Wanted.whole(ROCKY).atMost(1, 2), new Condition.Runs(ROCKY), PARTIAL)
                .node("W0 UNTOUCHED(clean: nothing wrong", Wanted.whole(PINNED).atMost(0, 0))
                .run(folder, 37, (node, end) -> {});
    }
}
