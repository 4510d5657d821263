package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** image-drift, unchanged, on nodes of the RHEL family beside one of Ubuntu: what ends how, told by the observer. */
class RockyFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned().on(Family.ROCKY);
    private static final SoftwareSet PREVIOUS = SoftwareSet.previous().on(Family.ROCKY);
    private static final Condition OLD = new Condition.Runs(PREVIOUS);

    @TempDir
    Path folder;

    @Test
    void bringsANodeOfEachFamilyToItsOwnBaseline() {
        Condition newer = new Condition.Runs(SoftwareSet.newer().on(Family.ROCKY));
        Condition upgraded =
                new Condition.UpgradedWithoutReboot(SoftwareSet.newer().on(Family.ROCKY));
        Condition halfDone = new Condition.HalfConfigured("nvidia-driver");
        Condition pinned = new Condition.Runs(PINNED);
        Wanted whole = Wanted.whole(PINNED);
        FleetCases.of("image-drift")
                .node("* CONVERGED", whole, OLD)
                .node("* CONVERGED", whole, newer)
                .node("* CONVERGED", whole.atMost(0, 0), pinned, new Condition.HoldLost("libnccl"))
                .node("* CONVERGED", whole.atMost(1, 2), OLD, halfDone)
                .node("* CONVERGED", whole, OLD, new Condition.DpkgLocked(646, Duration.ofMinutes(5)))
                .node(
                        "* ROLLED_BACK",
                        Wanted.whole(PREVIOUS).atMost(2, 2),
                        OLD,
                        new Condition.DiagFails(PINNED.driver(), "memory"))
                .node("* CONVERGED", whole.atMost(1, 2), pinned, upgraded)
                .node("* CONVERGED", Wanted.whole(SoftwareSet.pinned()), new Condition.Runs(SoftwareSet.previous()))
                .run(folder, 11, (node, end) -> {});
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
