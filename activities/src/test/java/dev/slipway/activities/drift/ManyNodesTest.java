package dev.slipway.activities.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.gates.LeaveOfService;
import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.runbook.InstalledRunbooks;
import dev.slipway.runbook.imagedrift.ImageDriftTable;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a fleet of hundreds, out of answers that lie in the ledger. */
class ManyNodesTest {
    private static final String REPORT = "drift/prod-a-1";
    private static final String FLEET = "prod-a";

    @TempDir
    Path folder;

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "", Optional.empty());
    private final List<String> beats = new ArrayList<>();
    private int members;

    @AfterEach
    void close() {
        ledger.close();
    }

    private static NodeRef node(int number) {
        return new NodeRef("c1", "gpu-%04d".formatted(number));
    }

    private NodeFacts read(NodePlan plan) {
        try (OneNode node = new OneNode(folder.resolve(plan.name()), plan)) {
            return node.tools().facts().read(new NodeRef("c1", plan.name()), Instant.EPOCH);
        }
    }

    private void answers(NodeFacts facts, int number) {
        NodeFacts own = new NodeFacts(
                node(members),
                facts.collectedAt(),
                facts.identity(),
                facts.boot(),
                facts.hardware(),
                facts.software(),
                facts.runtime(),
                facts.kernelEvents(),
                facts.load(),
                facts.kernels(),
                facts.driverFiles(),
                facts.fabric(),
                facts.persistence(),
                facts.details(),
                facts.log());
        ledger.facts()
                .keep(
                        new FactsRef(
                                own.node(),
                                FleetScan.factsId(REPORT, own.node()),
                                "b-1",
                                "h-1",
                                own.collectedAt(),
                                new Identity("m-" + number, "u-" + number, Optional.empty()),
                                ""),
                        own);
        ledger.fleetScans().keep(REPORT, MemberAnswer.facts(own.node(), Optional.empty()));
        members++;
    }

    /** So many of each kind: those that match, those that drifted, those that did not answer. */
    private void scanned(int whole, int drifted, int silent) {
        NodeFacts well = read(NodePlan.clean("whole", 1));
        NodeFacts old = read(NodePlan.clean("old", 2).with(new Condition.Runs(SoftwareSet.previous())));
        IntStream.range(0, drifted).forEach(i -> answers(old, i));
        IntStream.range(0, whole).forEach(i -> answers(well, drifted + i));
        for (int i = 0; i < silent; i++) {
            ledger.fleetScans()
                    .keep(
                            REPORT,
                            MemberAnswer.without(
                                    node(members++), MemberAnswer.Kind.TIMED_OUT, "timed out", "is it up?"));
        }
    }

    private DriftReport finish(ActivityClock clock) {
        try (OneNode nobody = new OneNode(folder.resolve("nobody"), NodePlan.clean("nobody", 3))) {
            return drift(nobody, clock).finish(REPORT, FLEET);
        }
    }

    private FleetDrift drift(OneNode nobody, ActivityClock clock) {
        return new FleetDrift(
                ExampleConfig.in(folder.resolve("config")),
                fleet -> IntStream.range(0, members)
                        .mapToObj(i -> new FleetRoster.Member(node(i), "r1", true))
                        .toList(),
                new FleetDrift.Reading(
                        new MemberReader(nobody.tools().facts(), nobody::target, InstantSource.system()),
                        new InstalledRunbooks(List.of(new ImageDriftTable()), Set.of()),
                        OneNode::baseline,
                        AnsibleComparison.none(),
                        clock),
                ledger,
                report -> "");
    }

    private ActivityClock beating(int dies) {
        return TestClock.still(Instant.EPOCH).onHeartbeat(detail -> {
            beats.add(detail);
            if (beats.size() == dies) {
                throw new IllegalStateException("the worker died");
            }
        });
    }

    @Test
    void theLedgerHasEveryNodeThatDriftedWhateverTravels() {
        scanned(10, 130, 60);

        DriftReport travels = finish(OneNode.CLOCK);

        assertThat(travels.drifted()).isEqualTo(130);
        assertThat(travels.lines()).hasSize(100);
        assertThat(travels.more()).isEqualTo(30);
        DriftReport kept = ledger.driftReports().of(REPORT).orElseThrow().report();
        assertThat(kept.lines()).hasSize(130);
        assertThat(kept.unread().first()).hasSize(60);
    }

    @Test
    void beatsWhileItJudgesHundreds() {
        scanned(500, 0, 0);

        finish(beating(-1));

        assertThat(beats).hasSizeGreaterThanOrEqualTo(5);
    }

    /** Judged by what a worker that comes later does, and by the report that it makes. */
    @Test
    void aWorkerThatComesAfterOneThatDiedJudgesOnlyTheOthers() {
        scanned(250, 130, 20);
        assertThatThrownBy(() -> finish(beating(3))).hasMessage("the worker died");
        assertThat(beats).last().isEqualTo("200 of 400 judged");
        beats.clear();

        DriftReport report = finish(beating(-1));

        assertThat(beats).containsExactly("200 of 400 judged", "300 of 400 judged");
        assertThat(List.of(report.nodes(), report.answered(), report.matching(), report.drifted()))
                .containsExactly(400, 380, 250, 130);
        assertThat(ledger.driftReports().of(REPORT).orElseThrow().report().lines())
                .extracting(DriftReport.DriftLine::node)
                .doesNotHaveDuplicates()
                .hasSize(130);
    }

    /** Half a fleet behind a dead switch must not make the other half look well. */
    @Test
    void theDriftRateIsOfTheNodesThatAnswered() {
        scanned(30, 20, 150);

        assertThat(finish(OneNode.CLOCK).suspectBaseline()).isTrue();
        assertThat(LeaveOfService.DriftRate.latest(ledger, FLEET))
                .map(LeaveOfService.DriftRate::percent)
                .contains(40);
    }
}
