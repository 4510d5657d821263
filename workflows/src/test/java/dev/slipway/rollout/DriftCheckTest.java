package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.drift.DriftCheck;
import dev.slipway.drift.DriftCheckWorkflow;
import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeDrift;
import dev.slipway.model.rollout.DriftReport;
import io.temporal.client.WorkflowOptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** I27: a check reads every member once, page by page, and knows no port that could change a node. */
class DriftCheckTest {
    private final Bench bench = new Bench();
    private final FakeDrift drift = new FakeDrift();

    DriftCheckTest() {
        bench.worker.registerWorkflowImplementationTypes(DriftCheckWorkflow.class);
        bench.worker.registerActivitiesImplementations(drift);
        bench.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private DriftCheck check() {
        return bench.client()
                .newWorkflowStub(
                        DriftCheck.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("drift/fleet-1")
                                .build());
    }

    private List<String> told() {
        return bench.node("drift check of fleet").told;
    }

    @Test
    void aLedgerThatIsAwayForMinutesIsWaitedFor() {
        drift.away.set(20);

        assertThat(check().check("fleet").drifted()).isEqualTo(4);
        assertThat(told()).hasSize(1).noneMatch(text -> text.contains("failed"));
    }

    @Test
    void peopleAreToldOnceOfWhatACheckFound() {
        check().check("fleet");

        assertThat(told())
                .singleElement()
                .asString()
                .contains("differs", "247 of 250 answered, 243 match, 4 drifted, 0 broken, 3 without facts")
                .contains("see: slipway drift check --show drift/fleet-1");
    }

    @Test
    void nobodyIsTroubledByAFleetThatMatches() {
        drift.clean = true;

        assertThat(check().check("fleet").matching()).isEqualTo(FakeDrift.NODES);
        assertThat(told()).isEmpty();
    }

    /** The role may cover more than the probe reads: that is shown, and wakes nobody. */
    @Test
    void aDisputeOfTheSecondSourceIsCountedAndTellsNobody() {
        drift.clean = true;
        drift.unconfirmed = 2;

        DriftCheck check = check();
        check.check("fleet");

        assertThat(check.progress()).endsWith("0 broken, 2 not confirmed by the second source");
        assertThat(told()).isEmpty();
    }

    @Test
    void peopleAreToldOfACheckThatCannotBeEnded() {
        drift.away.set(10_000);

        assertThatThrownBy(() -> check().check("fleet"))
                .rootCause()
                .hasMessageContaining("did not come to its end: The ledger does not answer.");
        assertThat(told()).singleElement().asString().contains("failed", "slipway drift check --fleet fleet");
    }

    @Test
    void i27_everyMemberIsReadOnceInPagesSideBySideAndNothingElseIsAsked() {
        DriftCheck check = check();

        DriftReport report = check.check("fleet");

        assertThat(drift.pages).containsExactlyInAnyOrder("0-200", "200-250");
        assertThat(report.reportId()).isEqualTo("drift/fleet-1");
        assertThat(check.progress()).isEqualTo("247 of 250 answered, 243 match, 4 drifted, 0 broken, 3 without facts");
        assertThat(bench.client().fetchHistory("drift/fleet-1").getEvents().stream()
                        .filter(e -> e.hasActivityTaskScheduledEventAttributes())
                        .map(e -> e.getActivityTaskScheduledEventAttributes()
                                .getActivityType()
                                .getName()))
                .allMatch(type -> type.startsWith("Drift.") || type.equals("Notifier.Tell"));
    }
}
