package dev.slipway.ledger;

import static dev.slipway.ledger.Samples.ANNA;
import static dev.slipway.ledger.Samples.GOAL;
import static dev.slipway.ledger.Samples.N1;
import static dev.slipway.ledger.Samples.N2;
import static dev.slipway.ledger.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Outcome;
import dev.slipway.model.Route;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the ledger promises on every database. */
abstract class LedgerContract {
    /** An empty ledger of this test's own. */
    abstract LedgerDatabase ledger();

    @Test
    void keepsTheLaterNoteWhateverOrderNotesArriveIn() {
        NodeRows rows = ledger().nodeRows();
        rows.put(Samples.note(N1, NodeState.DRAINING, NOON.plusSeconds(2)));
        rows.put(Samples.note(N1, NodeState.CORDONED, NOON));
        assertThat(rows.of(N1)).contains(Samples.note(N1, NodeState.DRAINING, NOON.plusSeconds(2)));
        rows.put(Samples.note(N1, NodeState.REBOOTING, NOON.plusSeconds(3)));
        rows.put(Samples.note(N1, NodeState.REBOOTING, NOON.plusSeconds(3)));
        assertThat(rows.ofFleet("fleet")).containsExactly(Samples.note(N1, NodeState.REBOOTING, NOON.plusSeconds(3)));
    }

    @Test
    void listsTheRowsOfOneFleetByName() {
        NodeRows rows = ledger().nodeRows();
        rows.put(Samples.note(N2, NodeState.HELD, NOON));
        rows.put(Samples.note(N1, NodeState.HELD, NOON));
        assertThat(rows.ofFleet("fleet")).extracting(n -> n.node()).containsExactly(N1, N2);
        assertThat(rows.ofFleet("other")).isEmpty();
        assertThat(rows.all()).hasSize(2);
    }

    @Test
    void keepsWhatWasFoundBeforeTheFirstCordon() {
        Cordons cordons = ledger().cordons();
        cordons.keepFirst(Samples.cordon(N1, "t1"));
        assertThat(cordons.keepFirst(Samples.cordon(N1, "t2"))).isEqualTo(Samples.cordon(N1, "t1"));
        cordons.forget(N1, "t2");
        assertThat(cordons.of(N1)).isPresent();
        cordons.replace(Samples.cordon(N1, "t3"));
        assertThat(cordons.of(N1)).contains(Samples.cordon(N1, "t3"));
        cordons.forget(N1, "t3");
        assertThat(cordons.of(N1)).isEmpty();
        cordons.replace(Samples.cordon(N1, "t4"));
        assertThat(cordons.of(N1)).contains(Samples.cordon(N1, "t4"));
    }

    @Test
    void givesFactsBackWithEveryReasonWhyAPartIsUnknown() {
        FactsStore facts = ledger().facts();
        FactsRef ref = new FactsRef(
                N1, "f1", "boot", "hash", NOON, new Identity("m", "p", Optional.empty()), "hardly anything");
        facts.keep(ref, Samples.unreadableFacts(N1));
        facts.keep(ref, Samples.unreadableFacts(N1));
        assertThat(facts.byId("f1")).contains(Samples.unreadableFacts(N1));
        assertThat(facts.latest(N1)).contains(ref);
        assertThat(facts.history(N1, 10)).hasSize(1);
        assertThat(facts.byId("f2")).isEmpty();
    }

    @Test
    void keepsABaselineUnderItsHashForEver() {
        Baselines baselines = ledger().baselines();
        baselines.keep(GOAL, Samples.baseline(), NOON);
        baselines.keep(GOAL, Samples.baseline(), NOON);
        baselines.keep(new BaselineRef(GOAL.id(), "bbbb"), Samples.baseline(), NOON.plusSeconds(1));
        assertThat(baselines.of(GOAL)).contains(Samples.baseline());
        assertThat(baselines.latest(GOAL.id())).contains(new BaselineRef(GOAL.id(), "bbbb"));
    }

    @Test
    void readsAPlanAPageAtATimeInItsOrder() {
        Plans plans = ledger().plans();
        List<Trigger> triggers = List.of(Samples.trigger(N2), Samples.trigger(N1));
        Plans.Plan plan = plans.keep("p", triggers, ANNA, NOON);
        assertThat(plans.keep("p", triggers, ANNA, NOON.plusSeconds(9))).isEqualTo(plan);
        assertThat(plan.size()).isEqualTo(2);
        assertThat(plans.page("p", 0, 1)).containsExactly(Samples.trigger(N2));
        assertThat(plans.page("p", 1, 5)).containsExactly(Samples.trigger(N1));
        assertThatThrownBy(() -> plans.keep("p", List.of(Samples.trigger(N1)), ANNA, NOON))
                .hasMessageContaining("another name");
    }

    @Test
    void keepsTheNewestVerificationOfARun() {
        Verifications verifications = ledger().verifications();
        verifications.put(Samples.verification(N1, "t1", "b1", NOON));
        verifications.put(Samples.verification(N1, "t1", "b2", NOON.plusSeconds(1)));
        verifications.put(Samples.verification(N1, "t1", "b2", NOON));
        assertThat(verifications.ofRun("t1")).contains(Samples.verification(N1, "t1", "b2", NOON.plusSeconds(1)));
        assertThat(verifications.ofNode(N1, 10)).hasSize(2);
    }

    @Test
    void givesTheNewestDriftReportOfAFleet() {
        DriftReport first =
                new DriftReport("drift/a-1", "fleet-a", 4, 4, 4, 0, 0, 0, false, List.of(), DriftReport.Unread.none());
        DriftReport second =
                new DriftReport("drift/a-2", "fleet-a", 4, 4, 2, 2, 0, 0, true, List.of(), DriftReport.Unread.none());
        ledger().driftReports().put(second, NOON.plusSeconds(60));
        ledger().driftReports().put(first, NOON);
        ledger().driftReports().put(first, NOON);

        assertThat(ledger().driftReports().latest("fleet-a"))
                .contains(new DriftReports.Stored(second, NOON.plusSeconds(60)));
        assertThat(ledger().driftReports().of("drift/a-1")).contains(new DriftReports.Stored(first, NOON));
        assertThat(ledger().driftReports().latest("fleet-b")).isEmpty();
    }

    private static DriftRows.Row row(int place, DriftRows.Found found, Optional<DriftReport.DriftLine> line) {
        return new DriftRows.Row(place, place == 0 ? N1 : N2, found, Optional.empty(), line, Optional.empty());
    }

    @Test
    void givesEveryRowOfADriftReportWhateverTravelledWithIt() {
        Optional<DriftReport.DriftLine> drifted =
                Optional.of(new DriftReport.DriftLine("n2", "D17", "converge", "drift", "driver", Route.Kind.DO));
        Optional<DriftReport.DriftLine> second = Optional.of(new DriftReport.DriftLine(
                "n1", DriftReport.SECOND_SOURCE, "report", "differs", "differs", Route.Kind.REPORT));
        List<DriftRows.Row> rows = List.of(
                row(0, DriftRows.Found.CLEAN, Optional.empty()),
                row(1, DriftRows.Found.DRIFTED, drifted),
                row(0, DriftRows.Found.SECOND_SOURCE, second));
        ledger().driftRows().keep("drift/r-1", rows);
        ledger().driftRows().keep("drift/r-1", List.of(row(1, DriftRows.Found.CLEAN, Optional.empty())));
        DriftReport travels =
                new DriftReport("drift/r-1", "fleet-r", 2, 2, 1, 1, 0, 0, false, List.of(), DriftReport.Unread.none());
        ledger().driftReports().put(travels, NOON);

        assertThat(ledger().driftRows().of("drift/r-1")).isEqualTo(rows);
        DriftReport whole =
                ledger().driftReports().of("drift/r-1").orElseThrow().report();
        assertThat(whole.lines()).containsExactly(drifted.orElseThrow(), second.orElseThrow());
        assertThat(whole.more()).isZero();
    }

    @Test
    void keepsTheFirstAnswerOfEachMemberOfAScanAndCountsThem() {
        FleetScans scans = ledger().fleetScans();
        MemberAnswer silent = MemberAnswer.without(N2, MemberAnswer.Kind.TIMED_OUT, "n2 timed out", "is it up?");
        assertThat(scans.progress("drift/s-1")).isEmpty();
        scans.begin("drift/s-1", 3);
        scans.begin("drift/s-1", 7);
        assertThat(scans.progress("drift/s-1")).contains(new FleetScans.Progress(3, 0, 0));

        scans.keep("drift/s-1", silent);
        scans.keep("drift/s-1", MemberAnswer.facts(N1, Optional.empty()));
        scans.keep("drift/s-1", MemberAnswer.facts(N2, Optional.empty()));
        scans.keep("drift/s-2", MemberAnswer.facts(N1, Optional.empty()));

        assertThat(scans.answers("drift/s-1"))
                .containsOnly(Map.entry(N1, MemberAnswer.facts(N1, Optional.empty())), Map.entry(N2, silent));
        assertThat(scans.progress("drift/s-1").map(FleetScans.Progress::words)).contains("2 of 3 read, 1 answered");
    }

    @Test
    void pinsANodeUntilThePinIsRemoved() {
        NodePins pins = ledger().nodePins();
        NodePins.Pin pin = new NodePins.Pin(N1, GOAL, Optional.empty(), "t1", "the new driver failed", NOON);
        pins.put(pin);
        pins.put(pin);
        assertThat(pins.of(N1)).contains(pin);
        pins.remove(N1);
        assertThat(pins.of(N1)).isEmpty();
    }

    @Test
    void writesARepeatedDecisionOnce() {
        AuditTrail audit = ledger().audit();
        AuditTrail.Entry first = new AuditTrail.Entry("k1", NOON, ANNA, "hold", "alpha/n1", "");
        AuditTrail.Entry second = new AuditTrail.Entry("k2", NOON.plusSeconds(1), ANNA, "retry", "alpha/n1", "cordon");
        audit.add(first);
        audit.add(first);
        audit.add(second);
        assertThat(audit.of("alpha/n1", 10)).containsExactly(second, first);
        assertThat(audit.latest(1)).containsExactly(second);
        assertThat(audit.verbs("alpha/n1", ANNA)).containsExactly("hold", "retry");
    }

    @Test
    void findsTheBundleOfAnAct() {
        EvidenceIndex evidence = ledger().evidence();
        EvidenceRef bundle = new EvidenceRef("n1/t1.tar", "00ff", 12);
        evidence.add(Samples.act(N1, "t1"), bundle, NOON);
        evidence.add(Samples.act(N1, "t1"), new EvidenceRef("other", "11", 1), NOON);
        assertThat(evidence.of(Samples.act(N1, "t1"))).contains(bundle);
        assertThat(evidence.of(Samples.act(N1, "t2"))).isEmpty();
        assertThat(evidence.ofNode(N1, 10)).containsExactly(bundle);
    }

    @Test
    void callsAnAlertNewExactlyOnceHoweverManyAskAtOnce() {
        AlertRecords alerts = ledger().alerts();
        AlertRecords.Alert alert = new AlertRecords.Alert(
                "fp", "2026-03-01T12:00:00Z", "GpuDrift", Optional.of(N1), AlertRecords.State.SEEN, "", "", NOON);
        long firsts = IntStream.range(0, 16)
                .parallel()
                .filter(i -> alerts.first(alert))
                .count();
        assertThat(firsts).isEqualTo(1);
        assertThat(alerts.in(AlertRecords.State.SEEN, Instant.EPOCH)).containsExactly(alert);
        alerts.put(alert.became(AlertRecords.State.STARTED, "http://link", ""));
        assertThat(alerts.first(alert)).isFalse();
        assertThat(alerts.of("fp", alert.startsAt()).orElseThrow().link()).isEqualTo("http://link");
        assertThat(alerts.in(AlertRecords.State.SEEN, Instant.EPOCH)).isEmpty();
    }

    @Test
    void letsOnlyOneTakeOverAnAlertWhoseStartNobodyKnows() {
        AlertRecords alerts = ledger().alerts();
        AlertRecords.Alert seen =
                new AlertRecords.Alert("fp", "s", "GpuDrift", Optional.of(N1), AlertRecords.State.SEEN, "", "", NOON);
        AlertRecords.Alert mine = new AlertRecords.Alert(
                "fp", "s", "GpuDrift", Optional.of(N1), AlertRecords.State.SEEN, "", "", NOON.plusSeconds(9));
        alerts.first(seen);
        long takers = IntStream.range(0, 16)
                .parallel()
                .filter(i -> alerts.replace(seen, mine))
                .count();
        assertThat(takers).isEqualTo(1);
        assertThat(alerts.of("fp", "s")).contains(mine);
    }

    @Test
    void letsAnOverrideHoldUntilItsTime() {
        Overrides overrides = ledger().overrides();
        Overrides.Release release = new Overrides.Release(N1, ANNA, NOON, NOON.plusSeconds(60));
        overrides.put(release);
        overrides.put(release);
        assertThat(overrides.of(N1, NOON.plusSeconds(59))).contains(release);
        assertThat(overrides.of(N1, NOON.plusSeconds(60))).isEmpty();
        assertThat(overrides.of(N2, NOON)).isEmpty();
    }

    @Test
    void keepsAHeldNodeUntilItIsReleased() {
        HeldNodes nodes = ledger().held();
        HeldNodes.Held held = new HeldNodes.Held(
                N1, "fleet", "needs gpu-fault-rma", "t1", N1.workflowId(), Optional.of(GOAL), Optional.empty(), NOON);
        nodes.put(held);
        nodes.put(held);
        assertThat(nodes.of(N1)).contains(held);
        assertThat(nodes.ofFleet("fleet")).containsExactly(held);
        nodes.remove(N1);
        assertThat(nodes.of(N1)).isEmpty();
    }

    @Test
    void followsAGpuBySerialThroughTheNodesItLivedIn() {
        GpuHistory gpus = ledger().gpuHistory();
        GpuEvent xid = new GpuEvent("165", GpuEvent.Kind.XID, NOON, "79", N1);
        GpuEvent seen = new GpuEvent("165", GpuEvent.Kind.SEEN, NOON.plusSeconds(5), "", N2);
        gpus.add(xid);
        gpus.add(xid);
        gpus.add(seen);
        assertThat(gpus.of("165", NOON)).containsExactly(seen, xid);
        assertThat(gpus.of("165", NOON.plusSeconds(1))).containsExactly(seen);
    }

    @Test
    void keepsTheOutcomeWithTheLaterEnd() {
        Outcomes outcomes = ledger().outcomes();
        outcomes.put(Samples.act(N1, "t1"), Samples.outcome(N1, Outcome.HELD, NOON.plusSeconds(2)));
        outcomes.put(Samples.act(N1, "t1"), Samples.outcome(N1, Outcome.CONVERGED, NOON.plusSeconds(1)));
        assertThat(outcomes.ofRun("t1")).contains(Samples.outcome(N1, Outcome.HELD, NOON.plusSeconds(2)));
        assertThat(outcomes.ofNode(N1, 5)).hasSize(1);
        assertThat(outcomes.runsOf(N1, 5)).extracting(Outcomes.Run::token).containsExactly("t1");
        assertThat(outcomes.ofRun("t2")).isEmpty();
    }

    @Test
    void keepsTextThatLooksLikeAStatement() {
        AuditTrail audit = ledger().audit();
        String text = "'; drop table audit; -- ü\u0000 …".replace("\u0000", "");
        audit.add(new AuditTrail.Entry(text, NOON, ANNA, "hold", text, text.repeat(2_000)));
        assertThat(audit.of(text, 1).getFirst().detail()).hasSize(text.length() * 2_000);
    }
}
