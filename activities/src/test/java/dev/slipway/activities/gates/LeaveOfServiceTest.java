package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.ssh.ChangedBaseline;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Field;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DriftReport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaveOfServiceTest {
    private static final Instant MONDAY_NIGHT = Instant.parse("2026-01-05T02:00:00Z");
    private static final Instant MONDAY_NOON = Instant.parse("2026-01-05T12:00:00Z");

    @TempDir
    Path directory = Path.of("");

    private Instant now = MONDAY_NIGHT;
    private int out;
    private Optional<String> frozen = Optional.empty();
    private Reading<DriverOwner> owner = Reading.of(DriverOwner.HOST_PACKAGED);
    private Optional<LeaveOfService.DriftRate> rate = Optional.empty();
    private Baseline goal = Facts.goal();
    private Baseline before = Facts.goal();

    private LeaveOfService leaving() {
        return new LeaveOfService(
                ExampleConfig.in(directory),
                ref -> ref.id().equals("hgx-0") ? before : goal,
                fleet -> IntStream.range(0, 20)
                        .mapToObj(i ->
                                new FleetRoster.Member(new NodeRef("c1", "gpu-%03d".formatted(i)), "r1", i < 20 - out))
                        .toList(),
                new LeaveOfService.Stops(f -> frozen, InstantSource.fixed(now), f -> rate));
    }

    private Optional<LeaveOfService.DriftRate> drifted(int percent) {
        return Optional.of(new LeaveOfService.DriftRate(percent, now.minusSeconds(60)));
    }

    private List<String> objections(Reason reason, Optional<BaselineRef> previous) {
        return leaving()
                .objections(
                        trigger(reason, previous),
                        "module-reload",
                        ownedBy(Facts.good().facts(), owner));
    }

    private static Trigger trigger(Reason reason, Optional<BaselineRef> previous) {
        BaselineRef goal = new BaselineRef("hgx", "abc");
        return new Trigger(
                Facts.NODE,
                "prod-a",
                reason,
                new Who("kim", "drift"),
                goal,
                previous,
                new NodePolicy(
                        Duration.ofHours(1),
                        Duration.ofHours(1),
                        Duration.ofMinutes(10),
                        true,
                        Duration.ofHours(4),
                        2,
                        NodePolicy.ConvergeBy.PACKAGES,
                        List.of()),
                new Trigger.Options(false, Optional.empty(), "c1/prod-a", Optional.empty()),
                Optional.empty());
    }

    private static NodeFacts ownedBy(NodeFacts facts, Reading<DriverOwner> owner) {
        NodeFacts.Software found = facts.software();
        return Facts.with(
                facts,
                new NodeFacts.Software(
                        found.versions(),
                        found.packages(),
                        found.packagesBroken(),
                        found.manifest(),
                        owner,
                        found.services(),
                        found.modulesLoaded()));
    }

    private static final Optional<BaselineRef> PREVIOUS = Optional.of(new BaselineRef("hgx-0", "def"));

    @Test
    void hasNothingAgainstANodeThatMayLeave() {
        assertThat(objections(Reason.ROLLOUT, PREVIOUS)).isEmpty();
    }

    @Test
    void reportsEveryObjectionTogether() {
        frozen = Optional.of("storage incident");
        now = MONDAY_NOON;
        out = 12;
        rate = drifted(60);

        assertThat(objections(Reason.DRIFT_FOUND, Optional.empty()))
                .anyMatch(o -> o.startsWith("P2"))
                .anyMatch(o -> o.contains("storage incident"))
                .anyMatch(o -> o.contains("window"))
                .anyMatch(o -> o.startsWith("P7"))
                .anyMatch(o -> o.contains("breaker"));
    }

    @Test
    void i16_beginsNothingWhileTooManyNodesAreOutWhoeverTookThem() {
        out = 5;
        assertThat(objections(Reason.ROLLOUT, PREVIOUS)).isEmpty();
        out = 6;
        assertThat(objections(Reason.ROLLOUT, PREVIOUS))
                .singleElement()
                .asString()
                .contains("6 of 20");
    }

    @Test
    void i17_startsNoNodeThatDoesNotFitIntoTheWindow() {
        now = Instant.parse("2026-01-05T04:30:00Z");

        assertThat(objections(Reason.ROLLOUT, PREVIOUS))
                .singleElement()
                .asString()
                .contains("does not fit");
        assertThat(objections(Reason.HEALTH_FAULT, PREVIOUS)).isEmpty();
    }

    @Test
    void i18_suspectsTheBaselineWhenTooMuchDrifted() {
        rate = drifted(31);

        assertThat(objections(Reason.DRIFT_FOUND, PREVIOUS))
                .singleElement()
                .asString()
                .contains("suspect the baseline");
    }

    /** A new baseline makes nearly all of a fleet differ; the nightly check that finds so must not stop its rollout. */
    @Test
    void i18_neitherAPlanOfAPersonNorARunOfOneIsJudgedByTheDriftRate() {
        rate = drifted(100);

        assertThat(objections(Reason.ALERT, PREVIOUS)).hasSize(1);
        assertThat(objections(Reason.ROLLOUT, PREVIOUS)).isEmpty();
        assertThat(objections(Reason.OPERATOR, PREVIOUS)).isEmpty();
    }

    @Test
    void i18_aCheckThatIsTooOldOrNoneSpeaksAgainstNothingAndIsSaid() {
        Trigger found = trigger(Reason.DRIFT_FOUND, PREVIOUS);
        assertThat(leaving().remarks(found, Facts.good().facts()))
                .singleElement()
                .asString()
                .contains("no drift check of prod-a is known");

        rate = Optional.of(new LeaveOfService.DriftRate(90, now.minus(Duration.ofHours(27))));
        assertThat(objections(Reason.DRIFT_FOUND, PREVIOUS)).isEmpty();
        assertThat(leaving().remarks(found, Facts.good().facts()))
                .singleElement()
                .asString()
                .contains("P7 not judged", "is of ");

        rate = drifted(5);
        assertThat(leaving().remarks(found, Facts.good().facts())).isEmpty();
    }

    /** I18: what one worker found, another one judges by. */
    @Test
    void i18_everyWorkerSeesTheSameRate() {
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:rate", "slipway", Optional.empty())) {
            assertThat(LeaveOfService.DriftRate.latest(ledger, "prod-a")).isEmpty();
            ledger.driftReports().put(report("drift/prod-a-1", 2), now.minusSeconds(600));
            ledger.driftReports().put(report("drift/prod-a-2", 8), now.minusSeconds(60));

            assertThat(LeaveOfService.DriftRate.latest(ledger, "prod-a"))
                    .contains(new LeaveOfService.DriftRate(40, now.minusSeconds(60)));
            assertThat(LeaveOfService.DriftRate.latest(ledger, "prod-b")).isEmpty();

            DriftReport silent = new DriftReport(
                    "drift/prod-a-3", "prod-a", 20, 0, 0, 0, 0, 20, false, List.of(), DriftReport.Unread.none());
            ledger.driftReports().put(silent, now);
            assertThat(LeaveOfService.DriftRate.latest(ledger, "prod-a"))
                    .as("no node answered")
                    .isEmpty();
        }
    }

    private static DriftReport report(String id, int drifted) {
        return new DriftReport(
                id, "prod-a", 20, 20, 20 - drifted, drifted, 0, 0, false, List.of(), DriftReport.Unread.none());
    }

    @Test
    void i25_refusesWithoutARollbackTarget() {
        assertThat(objections(Reason.ROLLOUT, Optional.empty()))
                .singleElement()
                .asString()
                .startsWith("P2");
    }

    @Test
    void i7_refusesANodeWhoseDriverHasTwoOwnersOrAnUnknownOne() {
        owner = Reading.of(DriverOwner.BOTH);
        assertThat(objections(Reason.ROLLOUT, PREVIOUS))
                .singleElement()
                .asString()
                .startsWith("P4");
        owner = Reading.unknown("half an answer");
        assertThat(objections(Reason.ROLLOUT, PREVIOUS))
                .singleElement()
                .asString()
                .startsWith("P4");
    }

    private static Baseline approvedBy(String approver, Map<Field, String> pins, List<Baseline.Waiver> waivers) {
        return ChangedBaseline.of(Facts.goal())
                .approvedBy(approver)
                .pins(pins)
                .baseline()
                .under(waivers);
    }

    @Test
    void p1_refusesABaselineThatPinsNoDriverOrNoKernelOrThatNobodyApproved() {
        goal = approvedBy("platform", Map.of(Field.KERNEL, "6.8.0-60-generic"), List.of());
        assertThat(objections(Reason.ROLLOUT, PREVIOUS))
                .containsExactly("P1: baseline hgx pins no " + Field.DRIVER_VERSION.key());

        before = approvedBy("", Facts.goal().pins(), List.of());
        assertThat(objections(Reason.ROLLOUT, PREVIOUS))
                .hasSize(2)
                .last()
                .isEqualTo("P1: nobody approved baseline hgx");

        String waived = Field.DRIVER_VERSION.key();
        goal = approvedBy(
                "platform",
                goal.pins(),
                List.of(new Baseline.Waiver(waived, "", List.of(), "why", Optional.empty(), "")));
        assertThat(objections(Reason.ROLLOUT, PREVIOUS)).hasSize(1);
    }

    @Test
    void i16_namesTheNodesThatAreOutAndDoesNotCountTheOneThatIsAsked() {
        out = 6;
        assertThat(objections(Reason.ROLLOUT, PREVIOUS).getFirst()).contains("gpu-014", "gpu-019", "more than 5");

        out = 20;
        assertThat(objections(Reason.ROLLOUT, PREVIOUS).getFirst()).contains("19 of 20");
    }

    @Test
    void i18_aRateAtTheLimitSpeaksAgainstNothing() {
        rate = drifted(30);

        assertThat(objections(Reason.DRIFT_FOUND, PREVIOUS)).isEmpty();
    }
}
