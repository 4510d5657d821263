package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Who;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateHandle;
import io.temporal.client.WorkflowUpdateStage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every control of a rollout at every moment: none is lost, and none is taken that does not fit. */
class ControlsTest {
    private static final Who WHO = new Who("grace", "test");
    private static final int NODES = 4;
    private static final List<Integer> WAVES = List.of(2, NODES);
    /** Where the rollout stands when a person speaks. */
    enum Moment {
        WAITS_FOR_APPROVAL,
        CANARY_STARTS,
        CANARY_IN_FLIGHT,
        SOAKS,
        SECOND_WAVE_STARTS,
        BETWEEN_NODES,
        WINDOW_IS_CLOSED,
        LEDGER_IS_AWAY,
        WAITS_TO_TRY_AGAIN,
        WAVE_OF_AGAIN_STARTS,
        LAST_NODE_IN_FLIGHT;

        RolloutBench site() {
            return switch (this) {
                case CANARY_STARTS -> RolloutBench.slowToStart(1, NODES);
                case SECOND_WAVE_STARTS -> RolloutBench.slowToStart(2, NODES);
                case WAVE_OF_AGAIN_STARTS -> RolloutBench.slowToStart(3, NODES);
                default -> RolloutBench.of(NODES);
            };
        }

        Duration reached() {
            Duration canary = RolloutBench.NODE.multipliedBy(2);
            Duration second = canary.plus(RolloutBench.SOAK);
            return switch (this) {
                case WAITS_FOR_APPROVAL, CANARY_STARTS, CANARY_IN_FLIGHT -> RolloutBench.SOON;
                case SOAKS -> canary.plus(RolloutBench.SOON);
                case SECOND_WAVE_STARTS, BETWEEN_NODES, WINDOW_IS_CLOSED, LEDGER_IS_AWAY ->
                    second.plus(RolloutBench.SOON);
                case LAST_NODE_IN_FLIGHT -> second.plus(RolloutBench.NODE).plus(RolloutBench.SOON);
                // Two of the four give way at once.
                case WAITS_TO_TRY_AGAIN -> second.plus(RolloutBench.SOON);
                case WAVE_OF_AGAIN_STARTS -> second.plus(RolloutBench.SOAK).plus(RolloutBench.SOON);
            };
        }

        void prepare(RolloutBench site) {
            FakeNode canary = site.node(1);
            switch (this) {
                case WINDOW_IS_CLOSED ->
                    site.node(2).onCall = call -> {
                        if (call.equals("Nodes.drain#1")) {
                            site.bench.opensIn(Duration.ofHours(6));
                        }
                    };
                case LEDGER_IS_AWAY ->
                    canary.onCall =
                            call -> site.bench.ledger.away = call.equals("Nodes.drain#1") || site.bench.ledger.away;
                case WAITS_TO_TRY_AGAIN, WAVE_OF_AGAIN_STARTS ->
                    List.of(site.node(3), site.node(4))
                            .forEach(node -> node.faults.add(
                                    new Fault("Nodes.drain", 1, Fault.When.BEFORE, FailureType.SKIPPED_BY_POLICY)));
                default -> {}
            }
        }
    }

    static Stream<Moment> moments() {
        return Stream.of(Moment.values());
    }

    static Stream<Arguments> stops() {
        return moments().flatMap(moment -> Stream.of(Arguments.of("abort", moment), Arguments.of("cancel", moment)));
    }

    static Stream<Arguments> pauses() {
        return moments().flatMap(moment -> Stream.of(Arguments.of("update", moment), Arguments.of("signal", moment)));
    }

    private static RolloutBench at(Moment moment) {
        RolloutBench site = moment.site();
        moment.prepare(site);
        boolean asks = moment == Moment.WAITS_FOR_APPROVAL;
        site.start(WAVES, 1, new RolloutPlan.Approval(asks, false, asks, "ada"));
        site.after(moment.reached());
        return site;
    }

    /** Sends an update and returns its answer once there is one: that of a wave that starts comes when it has. */
    private static WorkflowUpdateHandle<String> update(RolloutBench site, String name) {
        return site.run(RolloutBench.ROLLOUT)
                .startUpdate(
                        UpdateOptions.newBuilder(String.class)
                                .setUpdateName(name)
                                .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
                                .build(),
                        WHO);
    }

    /** Why an update was refused; blank where it was taken. */
    private static String refused(RolloutBench site, String name) {
        try {
            update(site, name).getResult();
            return "";
        } catch (WorkflowUpdateException no) {
            return String.valueOf(no.getCause());
        }
    }

    private static void finish(RolloutBench site, Moment moment) {
        site.bench.ledger.away = false;
        site.nodes.forEach(node -> node.onCall = call -> {});
        if (moment == Moment.WAITS_FOR_APPROVAL
                && site.status(RolloutBench.ROLLOUT).equals("RUNNING")) {
            assertThat(refused(site, "approve")).isEmpty();
        }
    }

    private static void assertAllConverged(RolloutBench site) {
        RolloutSummary end = site.end();
        assertThat(end.outcomes())
                .as(site.status(RolloutBench.ROLLOUT) + " " + end)
                .containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", NODES));
    }

    @ParameterizedTest
    @MethodSource("stops")
    void i15_aStopStartsNoFurtherNodeAndThoseInFlightFinish(String control, Moment moment) {
        try (RolloutBench site = at(moment)) {
            List<String> begun = site.begun();
            Map<String, Integer> calls = site.timesBegun();
            if (control.equals("abort")) {
                update(site, "abort");
            } else {
                site.run(RolloutBench.ROLLOUT).cancel();
            }
            site.after(RolloutBench.SOON);
            finish(site, moment);

            RolloutSummary end = site.end();

            assertThat(site.begun()).as("nodes begun").isEqualTo(begun);
            assertThat(site.timesBegun()).as("runs begun").isEqualTo(calls);
            assertThat(end.why()).startsWith(control.equals("abort") ? "aborted by grace" : "cancelled");
            assertThat(end.outcomes().values().stream().mapToInt(n -> n).sum()).isEqualTo(NODES);
            assertThat(end.outcomes().keySet()).isSubsetOf("CONVERGED", "UNTOUCHED");
            assertThat(site.nodes.stream().filter(node -> node.running.equals("pin")))
                    .as("nodes in flight finished")
                    .hasSize(end.outcomes().getOrDefault("CONVERGED", 0))
                    .allMatch(node -> node.outcome.orElseThrow().outcome() == Outcome.CONVERGED);
            assertThat(site.told()).hasSize(control.equals("abort") ? 0 : 1);
            assertThat(site.nodes).allMatch(FakeNode::asFound);
        }
    }

    @ParameterizedTest
    @MethodSource("pauses")
    void i15_aPauseStartsNoFurtherNodeUntilItIsResumed(String by, Moment moment) {
        try (RolloutBench site = at(moment)) {
            Map<String, Integer> begun = site.timesBegun();
            if (by.equals("signal")) {
                site.run(RolloutBench.ROLLOUT).signal("pause", WHO);
            } else {
                update(site, "pause");
            }
            site.after(RolloutBench.SOON);
            finish(site, moment);
            site.after(Duration.ofDays(1));
            assertThat(site.timesBegun()).as("runs begun").isEqualTo(begun);

            if (!site.status(RolloutBench.ROLLOUT).equals("COMPLETED")) {
                if (by.equals("signal")) {
                    site.run(RolloutBench.ROLLOUT).signal("resume", WHO);
                } else {
                    update(site, "resume");
                }
            } else {
                assertThat(moment).isEqualTo(Moment.LAST_NODE_IN_FLIGHT);
            }

            assertAllConverged(site);
        }
    }

    @ParameterizedTest
    @MethodSource("moments")
    void aPauseThatIsResumedAtOnceHoldsNothingUp(Moment moment) {
        try (RolloutBench site = at(moment)) {
            update(site, "pause");
            update(site, "resume");
            finish(site, moment);

            assertAllConverged(site);
        }
    }

    /** A server may deliver two signals the other way round. */
    @Test
    void aPauseThatArrivesLateDoesNotOutlastItsResume() {
        try (RolloutBench site = RolloutBench.slowToPause(NODES)) {
            site.start(WAVES, 1);
            site.after(RolloutBench.SOON);
            update(site, "pause");
            update(site, "resume");

            assertAllConverged(site);
        }
    }

    @ParameterizedTest
    @MethodSource("moments")
    void whatDoesNotFitIsRefusedWithASentenceAndChangesNothing(Moment moment) {
        try (RolloutBench site = at(moment)) {
            assertThat(refused(site, "resume")).contains("not paused");
            site.run(RolloutBench.ROLLOUT).signal("resume", WHO);
            if (moment != Moment.WAITS_FOR_APPROVAL) {
                assertThat(refused(site, "approve")).contains("it does not wait for approval");
                assertThat(refused(site, "deny")).contains("it does not wait for approval");
                site.run(RolloutBench.ROLLOUT).signal("approve", WHO);
            }
            site.run(RolloutBench.ROLLOUT).signal("waveCancelled", new WaveResult(Map.of(), List.of(), "", List.of()));
            finish(site, moment);

            assertAllConverged(site);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"CANARY_STARTS", "CANARY_IN_FLIGHT", "SECOND_WAVE_STARTS", "BETWEEN_NODES", "LAST_NODE_IN_FLIGHT"})
    void afterAnAbortNothingElseIsTaken(Moment moment) {
        try (RolloutBench site = at(moment)) {
            WorkflowStub rollout = site.run(RolloutBench.ROLLOUT);
            update(site, "abort");
            for (String late : List.of("pause", "resume", "abort")) {
                assertThat(refused(site, late)).contains("starts no further node already: aborted by grace");
            }
            rollout.signal("pause", WHO);
            rollout.signal("resume", WHO);
            finish(site, moment);

            assertThat(site.end().outcomes().values().stream().mapToInt(n -> n).sum())
                    .isEqualTo(NODES);
        }
    }
}
