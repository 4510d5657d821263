package dev.slipway.activities.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.inventory.FleetInventory;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Outcome;
import dev.slipway.model.Route;
import dev.slipway.model.Step;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerActivitiesTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final BaselineRef PREVIOUS = new BaselineRef("hgx-0", "def");

    private final LedgerDatabase database = LedgerDatabase.open("jdbc:h2:mem:sql", "slipway", Optional.empty());
    private final Set<String> busy = new HashSet<>();
    private final Set<String> out = new HashSet<>();
    private final FleetRoster roster = fleet -> IntStream.range(0, 4)
            .mapToObj(i -> "gpu-00" + i)
            .map(name -> new FleetRoster.Member(new NodeRef("c1", name), "r0", !out.contains(name)))
            .toList();
    private final LedgerActivities ledger =
            new LedgerActivities(database, roster, act -> new BusyOrIdle(), InstantSource.fixed(T0));

    @TempDir
    Path directory = Path.of("");

    @AfterEach
    void end() {
        database.close();
    }

    /** A scheduler that only knows which nodes have work. */
    private final class BusyOrIdle implements NodeScheduler {
        @Override
        public CordonRecord cordon(Act act, boolean adopt) {
            throw new IllegalStateException("a search for a partner touches nothing");
        }

        @Override
        public Drained drain(Act act, DrainPolicy policy) {
            throw new IllegalStateException("a search for a partner touches nothing");
        }

        @Override
        public Smoked smoke(Act act, SmokeJob job) {
            return new Smoked(new GateResult("G10", Verdict.NOT_RUN, "not played here"), List.of());
        }

        @Override
        public void restore(Act act, CordonRecord found, boolean proven) {
            throw new IllegalStateException("a search for a partner touches nothing");
        }

        @Override
        public void hold(Act act, String reason) {
            throw new IllegalStateException("a search for a partner touches nothing");
        }

        @Override
        public SchedulingState standing(Act act) {
            return new SchedulingState(true, Optional.empty(), Optional.empty(), "", Optional.empty());
        }

        @Override
        public List<String> work(Act act) {
            return busy.contains(act.node().name()) ? List.of("pod ml/train-7") : List.of();
        }
    }

    private static Act act(String node) {
        NodeRef ref = new NodeRef("c1", node);
        return new Act(ref, "prod-a", "run-1", ref.workflowId(), "image-drift", Step.RELEASE, 1, Optional.empty(), T0);
    }

    private static NodeOutcome outcome(Outcome outcome) {
        return new NodeOutcome(
                new NodeRef("c1", "gpu-000"),
                outcome,
                "gates failed",
                "D17",
                List.of(),
                List.of("image-drift"),
                T0,
                T0,
                "",
                false);
    }

    @Test
    void showsTheEndOfARun() {
        ledger.ended(act("gpu-000"), outcome(Outcome.CONVERGED));

        assertThat(database.nodeRows()
                        .of(new NodeRef("c1", "gpu-000"))
                        .orElseThrow()
                        .state())
                .isEqualTo(NodeState.IN_SERVICE);
        assertThat(ledger.outcomeOf("run-1").map(NodeOutcome::outcome)).contains(Outcome.CONVERGED);
    }

    @Test
    void i3_aHeldNodeStaysHeldAndItsCordonRecordStays() {
        CordonRecord record = new CordonRecord(new NodeRef("c1", "gpu-000"), "run-1", "schedulable", "", false, T0);
        assertThat(database.cordons().keepFirst(record)).isEqualTo(record);

        ledger.ended(act("gpu-000"), outcome(Outcome.HELD));

        assertThat(database.nodeRows().of(record.node()).orElseThrow().state()).isEqualTo(NodeState.HELD);
        assertThat(database.cordons().of(record.node())).contains(record);
    }

    @Test
    void forgetsTheCordonOfAPartnerThatIsBackAndOfNoOther() {
        CordonRecord partner = new CordonRecord(new NodeRef("c1", "gpu-001"), "run-2", "schedulable", "", false, T0);
        CordonRecord another = new CordonRecord(new NodeRef("c1", "gpu-002"), "run-3", "schedulable", "", false, T0);
        database.cordons().keepFirst(partner);
        database.cordons().keepFirst(another);

        ledger.note(note(partner.node(), NodeState.VERIFYING));
        assertThat(database.cordons().of(partner.node())).contains(partner);

        ledger.note(note(partner.node(), NodeState.IN_SERVICE));
        ledger.note(note(another.node(), NodeState.IN_SERVICE));
        assertThat(database.cordons().of(partner.node())).isEmpty();
        assertThat(database.cordons().of(another.node())).contains(another);
    }

    private static NodeNote note(NodeRef node, NodeState state) {
        return new NodeNote(
                node, "prod-a", "partner", state, "release", "returned", "w", "run-2", T0, Optional.empty());
    }

    @Test
    void i26_aRolledBackNodeFollowsItsPinAndNotItsFleet() {
        FleetInventory inventory =
                new FleetInventory(ExampleConfig.in(directory), roster, database, java.time.InstantSource.system());
        BaselineRef failed = inventory.baselineOf(new NodeRef("c1", "gpu-000"), "prod-a");

        ledger.pin(act("gpu-000"), PREVIOUS, failed, "gates failed on the pin");

        assertThat(inventory.baselineOf(new NodeRef("c1", "gpu-000"), "prod-a")).isEqualTo(PREVIOUS);
        assertThat(inventory.baselineOf(new NodeRef("c1", "gpu-001"), "prod-a")).isNotEqualTo(PREVIOUS);
    }

    @Test
    void i26_aPinEndsWhenTheFleetNamesAnotherBaselineThanTheOneThatFailed() {
        FleetInventory inventory =
                new FleetInventory(ExampleConfig.in(directory), roster, database, java.time.InstantSource.system());
        BaselineRef now = inventory.baselineOf(new NodeRef("c1", "gpu-000"), "prod-a");

        ledger.pin(act("gpu-000"), PREVIOUS, new BaselineRef("an-older-try", "cccccccccc"), "gates failed on it");

        assertThat(inventory.baselineOf(new NodeRef("c1", "gpu-000"), "prod-a")).isEqualTo(now);
    }

    @Test
    void i3_aNodeThatARunDidNotTakeOverIsShownHeldStill() {
        NodeRef node = new NodeRef("c1", "gpu-000");
        database.held()
                .put(new HeldNodes.Held(
                        node, "prod-a", "XID 79", "run-0", "w", Optional.empty(), Optional.empty(), T0));

        assertThat(ledger.ended(act("gpu-000"), outcome(Outcome.UNTOUCHED))).isEqualTo(NodeState.HELD);

        assertThat(database.nodeRows().of(node).orElseThrow().why()).startsWith("still held: XID 79");
        assertThat(ledger.ended(act("gpu-000"), outcome(Outcome.CONVERGED))).isEqualTo(NodeState.IN_SERVICE);
        assertThat(database.held().of(node)).isEmpty();
    }

    @Test
    void i20_offersIdleMembersInServiceAsPartnersAndNoOthers() {
        busy.add("gpu-001");
        out.add("gpu-002");

        assertThat(ledger.partnerFor(act("gpu-000"), PREVIOUS, 0, null)).contains(new NodeRef("c1", "gpu-003"));
        assertThat(ledger.partnerFor(act("gpu-000"), PREVIOUS, 1, null)).isEmpty();
    }

    @Test
    void i20_offersAnotherMemberWhereTheOneThatWasAskedIsOutByNow() {
        NodeRef first =
                ledger.partnerFor(act("gpu-000"), PREVIOUS, 0, List.of()).orElseThrow();
        Optional<NodeRef> next = ledger.partnerFor(act("gpu-000"), PREVIOUS, 1, List.of(first));
        assertThat(next).isPresent().isNotEqualTo(Optional.of(first));

        out.add(first.name());

        assertThat(ledger.partnerFor(act("gpu-000"), PREVIOUS, 1, List.of(first)))
                .isEqualTo(next);
    }

    @Test
    void i20_asksMembersThatDidNotAnswerTheLastCheckLast() {
        NodeRef silent = ledger.partnerFor(act("gpu-000"), PREVIOUS, 0, null).orElseThrow();
        DriftReport.Unread unread = DriftReport.Unread.of(
                List.of(MemberAnswer.without(silent, MemberAnswer.Kind.TIMED_OUT, "timed out", "is it up?")), 1);
        database.driftReports()
                .put(
                        new DriftReport("drift/1", "prod-a", 4, 3, 3, 0, 0, 0, false, List.of(), unread),
                        T0.minusSeconds(60));

        assertThat(ledger.partnerFor(act("gpu-000"), PREVIOUS, 0, null))
                .isPresent()
                .isNotEqualTo(Optional.of(silent));
        assertThat(ledger.partnerFor(act("gpu-000"), PREVIOUS, 2, null)).contains(silent);
    }

    @Test
    void i20_asksMembersThatTheLastCheckFoundWrongLast() {
        NodeRef wrong = ledger.partnerFor(act("gpu-000"), PREVIOUS, 0, null).orElseThrow();
        DriftReport.DriftLine line =
                new DriftReport.DriftLine(wrong.name(), "D17", "converge", "config drift", "", Route.Kind.DO);
        database.driftReports()
                .put(
                        new DriftReport(
                                "drift/1", "prod-a", 4, 4, 3, 1, 0, 0, false, List.of(line), DriftReport.Unread.none()),
                        T0.minusSeconds(60));

        assertThat(ledger.partnerFor(act("gpu-000"), PREVIOUS, 0, null))
                .isPresent()
                .isNotEqualTo(Optional.of(wrong));
        assertThat(ledger.partnerFor(act("gpu-000"), PREVIOUS, 2, null)).contains(wrong);

        ledger.ended(act(wrong.name()), outcome(Outcome.CONVERGED));
        assertThat(ledger.partnerFor(act("gpu-000"), PREVIOUS, 0, null)).contains(wrong);
    }
}
