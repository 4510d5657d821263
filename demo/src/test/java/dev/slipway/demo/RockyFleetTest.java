package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Faults.Fault.Drop;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** image-drift, unchanged, on nodes of the RHEL family beside one of Ubuntu: what ends how, told by the observer. */
@Timeout(300)
class RockyFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned().on(Family.ROCKY);
    private static final SoftwareSet PREVIOUS = SoftwareSet.previous().on(Family.ROCKY);
    private static final Condition OLD = new Condition.Runs(PREVIOUS);

    @TempDir
    Path folder;

    /** A node, how its run must end, and what the observer must find. */
    private record Case(List<Condition> conditions, Outcome outcome, Wanted wanted) {
        static Case of(Wanted wanted, Condition... conditions) {
            return new Case(List.of(conditions), Outcome.CONVERGED, wanted);
        }
    }

    private static Map<String, Case> cases() {
        Condition halfDone = new Condition.HalfConfigured("nvidia-driver");
        Wanted whole = Wanted.whole(PINNED);
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("gpu-001", Case.of(whole, OLD));
        cases.put(
                "gpu-002", Case.of(whole, new Condition.Runs(SoftwareSet.newer().on(Family.ROCKY))));
        cases.put(
                "gpu-003", Case.of(whole.atMost(0, 0), new Condition.Runs(PINNED), new Condition.HoldLost("libnccl")));
        cases.put("gpu-004", Case.of(whole.atMost(1, 2), OLD, halfDone));
        cases.put("gpu-005", Case.of(whole, OLD, new Condition.DpkgLocked(646, Duration.ofMinutes(5))));
        cases.put(
                "gpu-006",
                new Case(
                        List.of(OLD, new Condition.DiagFails(PINNED.driver(), "memory")),
                        Outcome.ROLLED_BACK,
                        Wanted.whole(PREVIOUS).atMost(2, 2)));
        cases.put(
                "gpu-007",
                Case.of(
                        whole.atMost(1, 2),
                        new Condition.Runs(PINNED),
                        new Condition.UpgradedWithoutReboot(SoftwareSet.newer().on(Family.ROCKY))));
        cases.put("gpu-008", Case.of(Wanted.whole(SoftwareSet.pinned()), new Condition.Runs(SoftwareSet.previous())));
        return cases;
    }

    @Test
    void bringsANodeOfEachFamilyToItsOwnBaseline() {
        Map<String, Case> cases = cases();
        FleetPlan plan = FleetPlan.whole(11, cases.size());
        for (Map.Entry<String, Case> node : cases.entrySet()) {
            Condition[] conditions = node.getValue().conditions().toArray(Condition[]::new);
            plan = plan.changing(node.getKey(), n -> n.with(conditions).serving(1));
        }
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            List<NodeOutcome> ends = bench.run(List.copyOf(cases.keySet()), false);

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                Case of = Optional.ofNullable(cases.get(end.node().name())).orElseThrow();
                assertThat(end.outcome()).as(end.toString()).isEqualTo(of.outcome());
                wanted.put(end.node().name(), of.wanted());
            }
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }

    /** I9: dnf or dracut did what it was asked, and nobody heard of it: not done twice, and known or held. */
    @Test
    void i9_whatDnfDidAndNobodyHeardIsNotDoneTwice() {
        List<Rule> struck = new ArrayList<>();
        for (int call = 1; call <= 4; call++) {
            struck.add(new Rule("dnf", call, Moment.AFTER, new Drop()));
        }
        struck.add(new Rule("dracut", 1, Moment.AFTER, new Drop()));
        struck.add(new Rule("slipway-start", 1, Moment.AFTER, new Drop()));
        FleetPlan plan = FleetPlan.whole(12, struck.size());
        for (int i = 0; i < struck.size(); i++) {
            Rule rule = struck.get(i);
            plan = plan.changing(plan.nodes().get(i).name(), n -> n.with(OLD).failing(rule));
        }
        List<String> nodes = plan.nodes().stream().map(n -> n.name()).toList();
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            List<NodeOutcome> ends = bench.run(nodes, false);

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                assertThat(end.outcome()).as(end.toString()).isIn(Outcome.CONVERGED, Outcome.HELD);
                boolean held = end.outcome() == Outcome.HELD;
                wanted.put(end.node().name(), held ? Wanted.untouched(true).atMost(1, 1) : Wanted.whole(PINNED));
            }
            assertThat(ends)
                    .filteredOn(end -> end.outcome() == Outcome.CONVERGED)
                    .hasSizeGreaterThanOrEqualTo(3);
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }
}
