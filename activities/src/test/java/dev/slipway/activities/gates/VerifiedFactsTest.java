package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.XidEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerifiedFactsTest {
    private static final Facts GOOD = Facts.good();

    private static VerifiedFacts of(Facts facts) {
        return new VerifiedFacts(facts.facts(), Facts.goal());
    }

    private static SchedulingState standing(boolean ready, String boot, int gpus) {
        return new SchedulingState(
                false,
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.of(new SchedulingState.Machine("uid-1", ready, boot, gpus)));
    }

    @Test
    void passesANodeThatIsAsItsBaselineWantsIt() {
        VerifiedFacts verified = of(GOOD);
        SchedulingState schedulingState = standing(true, "boot-1", 8);

        assertThat(List.of(
                        verified.registered(Facts.ref(), schedulingState),
                        verified.gpus(schedulingState, List.of(GOOD.facts())),
                        verified.versions(Optional.empty()),
                        verified.errors(),
                        verified.services(),
                        verified.settings()))
                .allSatisfy(
                        gate -> assertThat(gate.verdict()).as(gate.toString()).isEqualTo(Verdict.PASS));
    }

    @Test
    void g0_failsWhenTheSchedulerSeesAnotherBootOrTheNodeIsNotReady() {
        failed(of(GOOD).registered(Facts.ref(), standing(true, "boot-0", 8)), "boot-0");
        failed(of(GOOD).registered(Facts.ref(), standing(false, "boot-1", 8)), "not ready");
    }

    @Test
    void i21_fewerGpusThanTheProfileIsNotAPass() {
        Facts seven = GOOD.with(Reading.of(Facts.gpus(7, Facts.WELL)));

        failed(of(seven).gpus(standing(true, "boot-1", 8), List.of()), "7 of 8");
        failed(of(GOOD).gpus(standing(true, "boot-1", 7), List.of()), "offers 7 of 8");
    }

    @Test
    void i24_knowsAGpuByItsUuidAndNotByItsIndex() {
        List<Gpu> swapped = Facts.gpus(8, Facts.WELL).stream()
                .map(gpu -> gpu.index() == 3
                        ? new Gpu(3, "GPU-other", "S-other", gpu.bdf(), gpu.name(), gpu.driverVersion(), gpu.health())
                        : gpu)
                .toList();

        failed(
                of(GOOD.with(Reading.of(swapped))).gpus(standing(true, "boot-1", 8), List.of(GOOD.facts())),
                "GPU-3 serial S3");
    }

    @Test
    void g2_namesEachFieldThatDiffers() {
        failed(of(GOOD.withDriver("570.124.06")).versions(Optional.empty()), "570.124.06 → want 570.133.20");
    }

    @Test
    void g2_holdsAFieldThatNoRunbookChangesAndInARepairOnlyWhereItChanged() {
        Baseline goal = Facts.pinning(Field.VBIOS, "96.00.74");
        NodeFacts right = Facts.reading(Field.VBIOS, "96.00.74");
        NodeFacts off = Facts.reading(Field.VBIOS, "96.00.99");
        GateResult changed = new VerifiedFacts(off, goal).versions(Optional.of(right));

        assertThat(new VerifiedFacts(off, goal).versions(Optional.empty()).verdict())
                .isEqualTo(Verdict.HOLD);
        assertThat(changed.verdict()).isEqualTo(Verdict.HOLD);
        assertThat(changed.detail())
                .contains("changed since the run began", "vbios 96.00.99 → want 96.00.74", "waivers");
        assertThat(new VerifiedFacts(off, goal).versions(Optional.of(off)).verdict())
                .isEqualTo(Verdict.PASS);
        assertThat(new VerifiedFacts(off, goal)
                        .versions(Optional.of(GOOD.facts()))
                        .verdict())
                .as("unread before")
                .isEqualTo(Verdict.PASS);
        assertThat(new VerifiedFacts(GOOD.facts(), goal)
                        .versions(Optional.of(right))
                        .verdict())
                .as("unread now")
                .isEqualTo(Verdict.INFRASTRUCTURE);
    }

    @Test
    void g2_holdsANodeWhoseImageWasNotBuiltAsItsManifestRecordsIt() {
        Baseline goal = Facts.pinning(Field.IMAGE_VERSION, "img-1");
        NodeFacts right = Facts.builtWith("6.8.0-60-generic");
        NodeFacts trap = Facts.builtWith("5.15.0-1-builder");
        GateResult written = new VerifiedFacts(trap, goal).versions(Optional.empty());

        assertThat(new VerifiedFacts(right, goal).versions(Optional.empty()).verdict())
                .isEqualTo(Verdict.PASS);
        assertThat(written.verdict()).as("a second image would not end it").isEqualTo(Verdict.HOLD);
        assertThat(written.detail()).contains("kernel 5.15.0-1-builder", "6.8.0-60-generic", "correct it");
        assertThat(new VerifiedFacts(trap, goal).versions(Optional.of(right)).verdict())
                .isEqualTo(Verdict.HOLD);
        assertThat(new VerifiedFacts(trap, goal).versions(Optional.of(trap)).verdict())
                .as("as the run found it")
                .isEqualTo(Verdict.PASS);
        assertThat(new VerifiedFacts(trap, Facts.goal())
                        .versions(Optional.empty())
                        .verdict())
                .as("the baseline pins no image")
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void i22_countsErrorsByTheirPlaceInTheLogAndNotByTheirTime() {
        XidEvent longAgo = new XidEvent(Facts.T0.minusSeconds(9_000), "0000:01:00.0", 79, false, "off the bus");

        failed(of(GOOD.withEvents(Reading.of(List.of(longAgo)))).errors(), "XID 79");
    }

    @Test
    void i22_aLogThatLacksLinesIsNoPassAndDoesNotHideWhatItShows() {
        XidEvent program = new XidEvent(Facts.T0, "0000:01:00.0", 31, false, "MMU fault");
        XidEvent fatal = new XidEvent(Facts.T0, "0000:01:00.0", 48, false, "DBE");
        Facts cut = GOOD.withGap("not every line reached the log");

        assertThat(of(cut.withEvents(Reading.of(List.of(program)))).errors().verdict())
                .isEqualTo(Verdict.INFRASTRUCTURE);
        failed(of(cut.withEvents(Reading.of(List.of(program, fatal)))).errors(), "XID 48");
    }

    @Test
    void g3_failsOnAModuleThatTheKernelRefusesAndOnALibraryOfAnotherVersion() {
        for (String line : List.of(
                "nvidia: disagrees about version of symbol module_layout",
                "NVRM: API mismatch: the client has the version 570.1, but")) {
            XidEvent event = new XidEvent(Facts.T0, "", 0, false, line);

            failed(of(GOOD.withEvents(Reading.of(List.of(event)))).errors(), line);
        }
    }

    @Test
    void i23_doesNotBlameTheNodeForWhatAProgramCaused() {
        XidEvent killed = new XidEvent(Facts.T0.plusSeconds(5), "0000:01:00.0", 45, false, "Preemptive cleanup");
        XidEvent fatal = new XidEvent(Facts.T0.plusSeconds(5), "0000:01:00.0", 45, true, "SXid");

        assertThat(of(GOOD.withEvents(Reading.of(List.of(killed)))).errors().verdict())
                .isEqualTo(Verdict.PASS);
        failed(of(GOOD.withEvents(Reading.of(List.of(fatal)))).errors(), "SXid 45");
    }

    @Test
    void g3_failsOnARecoveryActionAndOnAHealthThatIsUnknown() {
        Gpu.Health reset = new Gpu.Health("GPU Reset", "No", "No", "", "Disabled");
        Gpu.Health silent = new Gpu.Health("", "No", "No", "", "Disabled");

        failed(of(GOOD.with(Reading.of(Facts.gpus(8, reset)))).errors(), "GPU Reset");
        failed(of(GOOD.with(Reading.of(Facts.gpus(8, silent)))).errors(), "unknown");
    }

    @Test
    void g4_failsOnAServiceThatIsDownAndOnAFabricThatIsNotComplete() {
        failed(
                of(GOOD.withServices(Reading.of(Map.of("nvidia-persistenced", "active"))))
                        .services(),
                "nvidia-fabricmanager");
        failed(
                of(GOOD.withFabric(Reading.of(new NodeFacts.Fabric("In Progress", 18, 18))))
                        .services(),
                "In Progress");
        failed(
                of(GOOD.withFabric(Reading.of(new NodeFacts.Fabric("Completed", 17, 18))))
                        .services(),
                "17 of 18");
    }

    @Test
    void i21_whatCouldNotBeReadIsNoVerdictAndNoPass() {
        assertThat(of(GOOD.with(Reading.unknown("timed out")))
                        .gpus(standing(true, "boot-1", 8), List.of())
                        .verdict())
                .isEqualTo(Verdict.INFRASTRUCTURE);
        assertThat(of(GOOD.withEvents(Reading.unknown("no journal"))).errors().verdict())
                .isEqualTo(Verdict.INFRASTRUCTURE);
        assertThat(of(GOOD.withServices(Reading.unknown("no bus"))).services().verdict())
                .isEqualTo(Verdict.INFRASTRUCTURE);
    }

    private static void failed(GateResult gate, String why) {
        assertThat(gate.verdict()).as(gate.toString()).isEqualTo(Verdict.FAIL);
        assertThat(gate.detail()).contains(why);
    }
}
