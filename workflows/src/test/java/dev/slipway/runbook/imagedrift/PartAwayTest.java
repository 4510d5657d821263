package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeCapacity;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Goal: a part of the site that is away says nothing about a node: its run waits, asks nobody, undoes nothing, and goes
 * on. Only when it has waited as long as policy allows does it end: untouched before the cordon, else held.
 */
class PartAwayTest {
    private static final String PART = "the Kubernetes API of prod";
    private static final Set<String> OF_THE_API = Set.of(
            "Gates.mayLeaveService",
            "Nodes.siteAnswers",
            "Nodes.facts",
            "Nodes.cordon",
            "Nodes.drain",
            "Nodes.readmit",
            "Nodes.hold",
            "Diagnostics.nccl");

    private final Bench bench = new Bench();
    private final AtomicBoolean grantsAtOnce = new AtomicBoolean(true);
    private final FakeNode node = bench.node("gpu-1");
    private volatile Instant from = Instant.MAX;

    @BeforeEach
    void start() {
        bench.start(new FakeCapacity(bench::node, request -> {
            if (grantsAtOnce.get()) {
                grant(request.holder());
            }
        }));
    }

    private void grant(String holder) {
        bench.client().newUntypedWorkflowStub(holder).signal("granted", new Grant("r1", holder, 1, Instant.EPOCH));
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private Instant now() {
        return Instant.ofEpochMilli(bench.engine.currentTimeMillis());
    }

    private static FailureType away() {
        return FailureType.PART_AWAY;
    }

    /** From the first call of that name on the API refuses for so long. */
    private void awayAt(String first, Duration span) {
        node.onCall = call -> {
            if (call.equals(first) && from.equals(Instant.MAX)) {
                from = now();
            }
            boolean asks = OF_THE_API.contains(call.substring(0, call.indexOf('#')));
            if (asks && !now().isBefore(from) && now().isBefore(from.plus(span))) {
                throw away().of("Could not read node gpu-1: 503 the server is not available.", PART);
            }
        };
    }

    private ImageDrift started(boolean decide) {
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(decide), Reason.DRIFT_FOUND));
        return run;
    }

    private static NodeOutcome end(ImageDrift run) {
        return WorkflowStub.fromTyped(run).getResult(NodeOutcome.class);
    }

    private void untilItWaits(ImageDrift run) {
        for (int looks = 0; looks < 500 && run.view().why().isBlank(); looks++) {
            bench.engine.sleep(Duration.ofSeconds(5));
        }
    }

    private int events(FakeNode of) {
        return bench.client().fetchHistory(of.ref.workflowId()).getEvents().size();
    }

    /** What a run asked of the engine, by kind and number. */
    private Map<EventType, Long> commands(FakeNode of) {
        return bench.client().fetchHistory(of.ref.workflowId()).getEvents().stream()
                .map(HistoryEvent::getEventType)
                .filter(type -> !type.name().startsWith("EVENT_TYPE_WORKFLOW_TASK"))
                .collect(Collectors.groupingBy(type -> type, TreeMap::new, Collectors.counting()));
    }

    private NodeOutcome undisturbed(FakeNode other) {
        ImageDrift run = bench.imageDrift(other);
        WorkflowClient.start(run::run, Bench.trigger(other, Bench.policy(true), Reason.DRIFT_FOUND));
        return end(run);
    }

    @Test
    void ninetySecondsDuringVerificationEndConvergedWithoutAnEventMore() {
        AtomicInteger tries = new AtomicInteger();
        node.onCall = call -> {
            if (call.startsWith("Diagnostics.nccl#") && tries.incrementAndGet() <= 7) {
                throw away().of("Could not read node gpu-1: 503 the server is not available.", PART);
            }
        };
        NodeOutcome calm = undisturbed(bench.node("gpu-2"));

        NodeOutcome end = end(started(true));

        assertThat(tries.get()).isGreaterThan(7);
        assertThat(end.outcome()).isEqualTo(calm.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(events(node)).isEqualTo(events(bench.node("gpu-2")));
        assertThat(node.told).isEmpty();
    }

    @Test
    void hoursAreWaitedForWithoutADecisionAndPeopleAreToldOnce() {
        awayAt("Nodes.readmit#1", Duration.ofHours(5));

        assertThat(end(started(true)).outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.boots).isEqualTo(2);
        assertThat(node.notes).extracting(NodeNote::state).doesNotContain(NodeState.DECISION);
        assertThat(node.told).singleElement().asString().startsWith("AWAY: ").contains(PART, "503");
    }

    /** Twenty hours cost as many events as one: the engine asks the site, and the run only waits for its answer. */
    @Test
    void aDayOfWaitingWritesNoMoreEventsThanAnHour() {
        awayAt("Diagnostics.nccl#1", Duration.ofHours(1));
        assertThat(end(started(true)).outcome()).isEqualTo(Outcome.CONVERGED);
        FakeNode other = bench.node("gpu-2");
        Instant begin = now().plus(Duration.ofMinutes(5));
        other.onCall = call -> {
            boolean asks = call.startsWith("Diagnostics.nccl#") || call.startsWith("Nodes.siteAnswers#");
            if (asks && now().isBefore(begin.plus(Duration.ofHours(20)))) {
                throw away().of("Could not read node gpu-2: 503 the server is not available.", PART);
            }
        };

        NodeOutcome end = undisturbed(other);

        assertThat(end.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(Duration.between(begin, end.ended())).isGreaterThan(Duration.ofHours(19));
        assertThat(commands(other)).isEqualTo(commands(node));
    }

    /** The site answers, and the step finds it away all the same: it is asked less and less often, for as long. */
    @Test
    void aPartThatIsBackOnlyByItsWordCostsFewEvents() {
        AtomicReference<Instant> back = new AtomicReference<>(Instant.MAX);
        node.onCall = call -> {
            if (call.equals("Diagnostics.nccl#1")) {
                back.set(now().plus(Duration.ofHours(20)));
            }
            if (call.startsWith("Diagnostics.nccl#") && now().isBefore(back.get())) {
                throw away().of("429 too many requests", PART);
            }
        };

        assertThat(end(started(true)).outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(events(node)).isLessThan(1_000);
    }

    /** What speaks of the node after the wait has the tries that it always has. */
    @Test
    void aNodeThatIsSilentWhenThePartIsBackIsTriedAsEver() {
        AtomicInteger tries = new AtomicInteger();
        awayAt("Diagnostics.nccl#1", Duration.ofHours(2));
        Consumer<String> api = node.onCall;
        node.onCall = call -> {
            api.accept(call);
            boolean asked = node.notes.stream().anyMatch(note -> note.state() == NodeState.DECISION);
            if (call.startsWith("Diagnostics.nccl#") && !asked) {
                tries.incrementAndGet();
                throw FailureType.TRANSIENT.of("gpu-1 did not answer");
            }
        };

        assertThat(end(started(true)).outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(tries).hasValue(12);
    }

    /** The time that policy gives a drain begins when the part is back: an absence is not the node's work. */
    @Test
    void aDrainHasItsWholeTimeAfterTheWait() {
        node.jobLooks = 1;
        awayAt("Nodes.drain#1", Duration.ofHours(5));

        assertThat(end(started(true)).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.notes).extracting(NodeNote::state).doesNotContain(NodeState.DECISION);
    }

    @Test
    void theRunSaysWhatItWaitsFor() {
        awayAt("Nodes.facts#1", Duration.ofHours(1));
        ImageDrift run = started(true);
        untilItWaits(run);

        assertThat(run.view().why()).contains("503", "goes on by itself when " + PART + " is back");
        assertThat(run.view().choices()).isEmpty();
        assertThat(end(run).outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void beforeTheCordonItEndsUntouchedWhenItHasWaitedLongEnough() {
        awayAt("Gates.mayLeaveService#1", Duration.ofDays(9));

        NodeOutcome end = end(started(true));

        assertThat(end.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(end.reason()).contains(PART + " is away", "24 h in all");
        assertThat(node.unschedulable).isFalse();
        assertThat(Duration.between(from, end.ended())).isBetween(Duration.ofHours(23), Duration.ofHours(26));
    }

    /** After a wait for leave of service the facts are read again, under the grant and before the cordon. */
    @Test
    void beforeTheCordonTheGrantIsGivenBack() {
        grantsAtOnce.set(false);
        awayAt("Nodes.facts#2", Duration.ofDays(9));
        ImageDrift run = started(true);
        for (int looks = 0; looks < 500 && node.asked == 0; looks++) {
            bench.engine.sleep(Duration.ofSeconds(5));
        }
        bench.engine.sleep(Duration.ofMinutes(3));
        grant(node.ref.workflowId());

        assertThat(end(run).outcome()).isEqualTo(Outcome.UNTOUCHED);

        assertThat(node.calls).doesNotContain("Nodes.cordon");
        assertThat(node.givenBack).isEqualTo(1);
        assertThat(node.unschedulable).isFalse();
    }

    @Test
    void laterItIsHeldAndToldAndNeverRolledBack() {
        awayAt("Diagnostics.nccl#1", Duration.ofDays(9));

        NodeOutcome end = end(started(true));

        assertThat(end.outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.unschedulable).isTrue();
        assertThat(node.boots).isEqualTo(2);
        assertThat(node.told)
                .anySatisfy(told -> assertThat(told).startsWith("HELD: ").contains(PART));
    }

    @Test
    void oneTotalCountsForAllStepsOfARun() {
        AtomicReference<Instant> back = new AtomicReference<>(Instant.MAX);
        node.onCall = call -> {
            Instant at = now();
            if (call.equals("Nodes.cordon#1") || call.equals("Nodes.readmit#1")) {
                back.set(at.plus(Duration.ofHours(14)));
            }
            boolean asks = List.of("Nodes.cordon", "Nodes.readmit", "Nodes.siteAnswers")
                    .contains(call.substring(0, call.indexOf('#')));
            if (asks && at.isBefore(back.get())) {
                throw away().of("503", PART);
            }
        };

        assertThat(end(started(true)).outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.unschedulable).isTrue();
    }
}
