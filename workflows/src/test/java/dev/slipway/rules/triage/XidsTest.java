package dev.slipway.rules.triage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Field;
import dev.slipway.model.Route;
import dev.slipway.model.facts.Reading;
import dev.slipway.rules.triage.XidVerdict.By;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XidsTest {

    private static XidVerdict only(Known known) {
        XidFindings found = Xids.of(known.signals());
        assertThat(found.verdicts()).as(found.toString()).hasSize(1);
        return found.verdicts().getFirst();
    }

    @ParameterizedTest(name = "XID {0}")
    @CsvSource({
        "13, RESTART_APP, TELL_OWNER",
        "31, RESTART_APP, TELL_OWNER",
        "32, RESTART_APP, TELL_OWNER",
        "39, RESTART_APP, TELL_OWNER",
        "40, RESTART_APP, TELL_OWNER",
        "41, RESTART_APP, TELL_OWNER",
        "68, RESTART_APP, TELL_OWNER",
        "69, RESTART_APP, TELL_OWNER",
        "43, IGNORE, TELL_OWNER",
        "45, FOLLOW_THE_OTHER, FABRIC",
        "46, RESET_GPU, RESET",
        "62, RESET_GPU, RESET",
        "109, RESET_GPU, RESET",
        "110, RESET_GPU, RESET",
        "140, RESET_GPU, RESET",
        "143, RESET_GPU, RESET",
        "158, RESET_GPU, RESET",
        "48, WORKFLOW_ECC, ECC_FAULT",
        "171, WORKFLOW_ECC, ECC_FAULT",
        "172, WORKFLOW_ECC, ECC_FAULT",
        "63, IGNORE, RESET_WHEN_DRAINED",
        "64, RESET_GPU, RESET",
        "74, WORKFLOW_NVLINK, LINK",
        "144, WORKFLOW_NVLINK, LINK",
        "145, WORKFLOW_NVLINK, LINK",
        "150, WORKFLOW_NVLINK, LINK",
        "79, RESTART_MACHINE, REBOOT",
        "92, IGNORE, TEST_WHEN_DRAINED",
        "94, RESTART_APP, RESET_WHEN_DRAINED",
        "95, RESET_GPU, ECC_FAULT",
        "119, RESET_GPU, RESET_THEN_REBOOT",
        "120, RESET_GPU, RESET_THEN_REBOOT",
        "136, RESET_GPU, LINK",
        "163, IGNORE, RECORD",
        "164, IGNORE, RECORD",
        "165, IGNORE, RECORD",
        "121, IGNORE, RECORD",
        "141, IGNORE, RECORD",
        "152, IGNORE, RECORD"
    })
    void takesEachFromTheCatalogueWhereTheDriverAsksForNothing(int code, Bucket bucket, XidAction xidAction) {
        XidVerdict verdict = only(Known.well().xid(code, "NETIR Fatal"));

        assertThat(verdict.bucket()).isEqualTo(bucket);
        assertThat(verdict.care()).isEqualTo(xidAction);
        assertThat(verdict.by()).isEqualTo(By.CATALOGUE);
        assertThat(verdict.device().serial()).isEqualTo(Known.SERIAL);
    }

    @ParameterizedTest
    @CsvSource({
        "Reset, RESET",
        "GPU Reset Required, RESET",
        "Reboot, REBOOT",
        "Node Reboot Required, REBOOT",
        "System reboot, REBOOT",
        "Drain P2P, STOP_PEERS",
        "Drain and Reset, DRAIN_AND_RESET",
        "Recover IMEX domain, FABRIC",
        "Bus reset, BUS_RESET"
    })
    void obeysTheDriverBeforeTheCatalogue(String asked, XidAction xidAction) {
        XidVerdict verdict = only(Known.well().asks(asked).xid(48, "DBE"));

        assertThat(verdict.care()).isEqualTo(xidAction);
        assertThat(verdict.by()).isEqualTo(By.DRIVER);
        assertThat(only(Known.well().asks(asked)).care()).isEqualTo(xidAction);
        assertThat(Known.well().asks(asked).routed().row()).isEqualTo("R10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[N/A]", "N/A"})
    void takesADriverThatSaysNothingForUnknownAndNotForNone(String silent) {
        XidFindings found = Xids.of(Known.well().asks(silent).xid(79, "lost").signals());

        assertThat(found.verdicts().getFirst().by()).isEqualTo(By.CATALOGUE);
        assertThat(found.notes()).anyMatch(note -> note.contains("unknown and not None"));
    }

    @Test
    void doesNotGuessWhatAnUnknownActionMeans() {
        assertThat(Known.well().asks("Sacrifice a goat").routed().open())
                .extracting(TriageResult.Open::row)
                .containsExactly("R10");
    }

    @Test
    void obeysTheLastAnnouncementOfTheLogWhereNvidiaSmiDoesNotSayIt() {
        Known known = Known.well()
                .asks("")
                .xid(154, "GPU recovery action changed from 0x0 (None) to 0x4 (Drain and Reset)")
                .xid(154, "GPU recovery action changed from 0x4 (Drain and Reset) to 0x2 (Node Reboot Required)");

        assertThat(Xids.of(known.signals()).first().map(XidVerdict::care)).contains(XidAction.REBOOT);
        assertThat(Known.well().asks("").xid(154, "(").routed().open())
                .extracting(TriageResult.Open::row)
                .containsExactly("R10");
    }

    /** I23: application errors never touch a node, whatever the driver asks of the GPU for another reason. */
    @Test
    void neverTouchesANodeForTheErrorsOfPrograms() {
        Known known = Known.well();
        for (int code : new int[] {13, 31, 43, 69}) {
            known.xid(code, "pid=" + code + ", name=python3");
        }

        assertThat(known.routed().row()).isEqualTo("R0");
        assertThat(known.asks("Reset").routed().xids().verdicts())
                .filteredOn(v -> v.care().now())
                .extracting(XidVerdict::code)
                .containsExactly(0);
    }

    @Test
    void pairsADoubleBitErrorWithWhatCameWithIt() {
        assertThat(Known.well()
                        .xid(48, "a")
                        .xid(63, "b")
                        .xid(94, "c")
                        .routed()
                        .route()
                        .detail())
                .isEqualTo("ecc-toggle");
        assertThat(Known.well().xid(48, "a").xid(64, "b").routed().route().detail())
                .isEqualTo("gpu-fault-rma");
        assertThat(Known.well()
                        .xid(48, "a")
                        .xid(63, "c")
                        .xid(95, "b")
                        .routed()
                        .route()
                        .detail())
                .isEqualTo("gpu-fault-rma");
    }

    @Test
    void keepsANodeAtWorkForWhatWaitsForItsNextDrain() {
        TriageResult triageResult = Known.well().xid(63, "row").xid(92, "many").routed();

        assertThat(triageResult.row()).isEqualTo("R0");
        assertThat(triageResult.xids().later()).hasSize(2);
        assertThat(triageResult.nothingToDo()).isFalse();
    }

    @Test
    void followsTheOtherXidWhere45IsNotAlone() {
        assertThat(Xids.of(Known.well().xid(45, "ch").xid(13, "pid=1").signals())
                        .first())
                .isEmpty();
    }

    @Test
    void leadsToFirmwareWhereTheVersionsProveIt() {
        Known known = Known.well().xid(119, "Timeout").spoiled(s -> s.version(Field.GSP_FIRMWARE, "570.124.06"));

        assertThat(known.routed().route().detail()).isEqualTo("gsp-mismatch");
    }

    @Test
    void takesTheSubCodeOfNewNvlinks() {
        assertThat(only(Known.well().xid(149, "NETIR_LINK_EVT  Nonfatal XC0 i0 Link 09"))
                        .care())
                .isEqualTo(XidAction.RECORD);
        assertThat(Known.well()
                        .xid(149, "NETIR_LINK_EVT  Fatal")
                        .routed()
                        .route()
                        .detail())
                .isEqualTo("nvlink-visibility");
    }

    @Test
    void tellsFatalSwitchErrorsFromOthersAndNamesThoseThatSayNothing() {
        assertThat(Known.well()
                        .sxid(20034, "Fatal, Link 30 LTSSM Fault Up")
                        .routed()
                        .route()
                        .detail())
                .isEqualTo("fabric-manager");
        assertThat(Known.well().sxid(12028, "Non-fatal, Link 32").routed().nothingToDo())
                .isTrue();
        assertThat(Known.well().sxid(26006, "SOE HALT").routed().open())
                .extracting(TriageResult.Open::row)
                .containsExactly("R10");
    }

    @Test
    void namesWhatTheCatalogueDoesNotHaveAndFailuresWithoutANumber() {
        Known known = Known.well().xid(999, "test").xid(0, "GPU6 Heartbeat timed out");

        assertThat(known.routed().nothingToDo()).isFalse();
        assertThat(known.routed().open().getFirst().missing())
                .containsExactlyInAnyOrder(
                        "XID 999 on GPU 0000:10:00.0, serial 165000 is not in the catalogue",
                        "a failure without a number on 0000:10:00.0: GPU6 Heartbeat timed out");
    }

    @Test
    void letsTheSiteOnlyBeStricter() {
        XidPolicy site = new XidPolicy(Set.of(69, 63, 62), Duration.ofHours(2));
        Known app = Known.well().xid(69, "pid=1").with(k -> k.policy = site);
        Known old = Known.well()
                .xid(69, Known.GPU, Known.NOW.minusSeconds(7_300), "pid=1")
                .with(k -> k.policy = site);
        Known reset = Known.well().xid(62, "halt").with(k -> k.policy = site);

        assertThat(only(app).by()).isEqualTo(By.SITE);
        assertThat(app.routed().route().kind()).isEqualTo(Route.Kind.HOLD);
        assertThat(only(old).care()).isEqualTo(XidAction.TELL_OWNER);
        assertThat(only(reset).care()).isEqualTo(XidAction.RESET);
    }

    /** I22: by time since a recorded instant, never by what the buffer holds. */
    @Test
    void countsNothingOfBeforeT0OrOfAnEarlierBoot() {
        Known earlier = Known.well().xid(79, Known.GPU, Known.BOOT.minusSeconds(1), "lost");
        Known before = Known.well().xid(79, "lost");
        before.outside = before.outside.since(Known.NOW.minusSeconds(60));

        assertThat(earlier.routed().nothingToDo()).isTrue();
        assertThat(before.routed().nothingToDo()).isTrue();
        assertThat(Known.well().xid(79, "lost").routed().row()).isEqualTo("R10");
        Known unbound = Known.well().xid(79, "lost").with(k -> k.bootedAt = Reading.unknown("boot-time was not read"));
        assertThat(unbound.routed().row()).isEqualTo("R10");
        assertThat(unbound.routed().xids().notes()).anyMatch(note -> note.contains("every XID of the log"));
    }

    @Test
    void saysThatAGpuWhichDoesNotAnswerHasNoSerialThatIsKnown() {
        XidVerdict lost = only(Known.well().xid(79, "0000:99:00.0", Known.NOW, "lost"));

        assertThat(lost.toString()).contains("GPU 0000:99:00.0, serial unknown").contains("restart the machine");
        assertThat(lost.care()).isEqualTo(XidAction.REBOOT);
    }
}
