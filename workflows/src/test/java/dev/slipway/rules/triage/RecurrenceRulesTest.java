package dev.slipway.rules.triage;

import static dev.slipway.rules.triage.Known.NODE;
import static dev.slipway.rules.triage.Known.NOW;
import static dev.slipway.rules.triage.Known.SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuEvent.Kind;
import dev.slipway.model.node.NodeRef;
import dev.slipway.rules.triage.RecurrenceRules.Repeat;
import dev.slipway.rules.triage.RecurrenceRules.Repeat.Wanted;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecurrenceRulesTest {

    private static GpuEvent event(Kind kind, String detail, Duration ago) {
        return new GpuEvent(SERIAL, kind, NOW.minus(ago), detail, NODE);
    }

    private static GpuEvent xid(String code, Duration ago) {
        return event(Kind.XID, code, ago);
    }

    private static List<String> said(GpuEvent... events) {
        return RecurrenceRules.of(Arrays.asList(events), NOW).stream()
                .map(r -> r.wanted() + ": " + r.why())
                .toList();
    }

    private static Duration days(int days) {
        return Duration.ofDays(days);
    }

    @Test
    void sendsToInspectionAfterTwoRebootsForTheSameXid() {
        assertThat(said(event(Kind.REBOOT, "119", days(40)), event(Kind.REBOOT, "119", days(1))))
                .containsExactly("INSPECTION: 2 reboots for XID 119");
        assertThat(said(event(Kind.REBOOT, "119", days(2)), event(Kind.REBOOT, "79", days(1))))
                .isEmpty();
        // XID 94 is exempt.
        assertThat(said(event(Kind.REBOOT, "94", days(2)), event(Kind.REBOOT, "94", days(1))))
                .isEmpty();
    }

    @Test
    void replacesWhereXid48ComesBackWithinAWeek() {
        assertThat(said(xid("48", days(6)), xid("48", days(0)))).containsExactly("RMA: XID 48 again within a week");
        assertThat(said(xid("48", days(9)), xid("48", days(1)))).isEmpty();
        assertThat(said(xid("48", Duration.ofSeconds(9)), xid("48", Duration.ofSeconds(2))))
                .as("lines of one incident")
                .isEmpty();
    }

    @Test
    void replacesAtTheThirdEventIn30Days() {
        assertThat(said(xid("62", days(29)), xid("119", days(9)), xid("109", days(1))))
                .containsExactly("RMA: 3 events in 30 days");
        assertThat(said(xid("62", days(31)), xid("119", days(9)), xid("109", days(1))))
                .isEmpty();
        assertThat(said(
                        xid("62", days(3)),
                        event(Kind.RESET, "62", days(3)),
                        event(Kind.REBOOT, "62", days(2)),
                        event(Kind.SEEN, "", days(1))))
                .as("what we did does not speak against it")
                .isEmpty();
    }

    @Test
    void replacesWhereItFallsOffTheBusAgainOrInAnotherPlace() {
        assertThat(said(xid("79", days(20)), xid("79", days(1))))
                .containsExactly("RMA: XID 79 for the second time in 30 days");
        assertThat(said(event(Kind.RESEAT, "", days(2)), xid("79", days(1))))
                .containsExactly("RMA: XID 79 after it was reseated or moved");
        assertThat(said(event(Kind.RESEAT, "", days(1)), xid("79", days(2)))).isEmpty();
        GpuEvent elsewhere = new GpuEvent(SERIAL, Kind.XID, NOW.minus(days(40)), "79", new NodeRef("prod", "gpu-2"));
        assertThat(said(elsewhere, xid("79", days(1)))).containsExactly("RMA: XID 79 after it was reseated or moved");
    }

    @Test
    void replacesWhereRemappingFailsAgainOrDcgmIsolatesOnBothBaselines() {
        assertThat(said(xid("64", days(20)), xid("64", days(1))))
                .containsExactly("RMA: XID 64 for the second time in 30 days");
        assertThat(said(event(Kind.ISOLATE, "r570-133", days(1)), event(Kind.ISOLATE, "r570-124", days(0))))
                .containsExactly("RMA: dcgmi diag isolates it on r570-124 and r570-133");
        assertThat(said(event(Kind.ISOLATE, "r570-133", days(1)), event(Kind.ISOLATE, "r570-133", days(0))))
                .isEmpty();
    }

    @Test
    void replacesByWhatTheGpuSaysOfItselfNow() {
        Known failed = Known.well().health(new Gpu.Health("None", "No", "Yes", "96.00.74.00.01", "Disabled"));

        assertThat(failed.routed().candidates())
                .containsExactly(new Repeat(
                        SERIAL, Wanted.RMA, "a row could not be remapped; the field diagnostic confirms it"));
        assertThat(failed.routed().route().detail()).isEqualTo("gpu-fault-rma");
    }

    /** I24: a GPU is its serial, in whatever node it was. */
    @Test
    void countsByTheSerialAndAddsWhatTheLogSaysNow() {
        GpuEvent elsewhere = new GpuEvent(SERIAL, Kind.XID, NOW.minus(days(3)), "48", new NodeRef("prod", "gpu-2"));
        Known again = Known.well().xid(48, "a").xid(63, "b").past(elsewhere);

        assertThat(again.routed().candidates()).extracting(Repeat::why).containsExactly("XID 48 again within a week");
        assertThat(Known.well().xid(48, "a").xid(63, "b").routed().candidates()).isEmpty();
        GpuEvent other = new GpuEvent("1", Kind.XID, NOW.minus(days(3)), "48", NODE);
        assertThat(Known.well().xid(48, "a").past(other).routed().candidates()).isEmpty();
    }

    @Test
    void keepsOnlyTheHardwaresErrorsWhoseTimeIsCertain() {
        Known known = Known.well()
                .xid(48, "a")
                .xid(13, "pid=1")
                .xid(79, Known.OTHER, NOW, "no certain time")
                .xid(62, "0000:99:00.0", NOW.minusSeconds(5), "whose serial?")
                .sxid(20034, "Fatal");

        assertThat(GpuEvents.xids(known.facts()))
                .containsExactly(new GpuEvent(SERIAL, Kind.XID, NOW.minusSeconds(600), "48", NODE));
    }

    @Test
    void seesTheRebootBetweenTwoReadings() {
        Known before = Known.well().xid(79, "lost").xid(79, "again");
        Known after = Known.well()
                .spoiled(s -> s.boot = s.boot.map(b -> new dev.slipway.model.node.Boot(
                        "boot-2", b.kernel(), b.cmdline(), b.state(), b.installedKernels(), b.nextKernel())));

        assertThat(GpuEvents.reboots(before.facts(), after.facts()))
                .containsExactly(new GpuEvent(SERIAL, Kind.REBOOT, Known.BOOT, "79", NODE));
        assertThat(GpuEvents.reboots(before.facts(), before.facts())).isEmpty();
    }
}
