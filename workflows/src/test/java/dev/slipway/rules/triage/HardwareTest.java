package dev.slipway.rules.triage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Route;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuFindings;
import org.junit.jupiter.api.Test;

/** Row R10 and the gates judge what a GPU reports against itself in the same way. */
class HardwareTest {
    private static final String SRAM = "ECC Errors/Volatile/SRAM Uncorrectable: 2";

    private static Gpu.Health remaps(String pending, String failed) {
        return new Gpu.Health("None", pending, failed, "96.00.74.00.01", "Disabled");
    }

    @Test
    void healthThatFailsTheGatesCallsAPersonWhereNoRunbookIsForIt() {
        TriageResult found = Known.well().reports(GpuFindings.FAIL + SRAM).routed();

        assertThat(found.row()).isEqualTo("R10");
        assertThat(found.facts()).containsExactly("GPU " + Known.GPU + ", serial 165000: " + SRAM);
        assertThat(found.route().kind()).isEqualTo(Route.Kind.HOLD);
    }

    @Test
    void aRunbookGoesBeforeAPerson() {
        assertThat(Known.well()
                        .reports(GpuFindings.FAIL + "Remapped Rows/Pending: Yes; " + SRAM)
                        .health(remaps("Yes", "No"))
                        .routed()
                        .route())
                .isEqualTo(new Route(Route.Kind.DIVERT, "ecc-toggle"));
        assertThat(Known.well()
                        .reports(GpuFindings.FAIL + SRAM)
                        .xid(62, "halted")
                        .routed()
                        .route())
                .isEqualTo(new Route(Route.Kind.DIVERT, "gpu-fault-rma"));
    }

    @Test
    void aWarningOrACleanReportIsNoFault() {
        assertThat(Known.well().reports(GpuFindings.CLEAN).routed().row()).isEqualTo("R0");
        assertThat(Known.well()
                        .reports(GpuFindings.WARN + "the hardware slows the GPU down")
                        .routed()
                        .row())
                .isEqualTo("R0");
    }

    @Test
    void anUnknownWordForARemapLeavesTheRowOpen() {
        TriageResult found =
                Known.well().health(remaps("[Unknown Error]", "No")).routed();

        assertThat(found.open()).extracting(TriageResult.Open::row).contains("R10");
        assertThat(found.route().kind()).isEqualTo(Route.Kind.REPORT);
    }
}
