package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Simulated nodes, each with a pod and a trouble of its own, all at once: how each one's run ends and by what row, what the
 * observer finds, that no label of the GPU Operator stays paused, and that a node in service runs what it ran.
 */
final class FleetCases {
    /**
     * Nodes that nothing happens to: a pod of a drained node starts again on one of them. Without them the nodes that
     * stay out would use up the budget that all the pods share, and a node drained after them would never be empty.
     */
    private static final int SPARE = 2;

    private final List<Case> cases = new ArrayList<>();
    private String begins;
    private boolean inWaves;

    private record Case(
            String begins, String end, Wanted wanted, List<Condition> conditions, List<Faults.Rule> faults) {}

    private FleetCases(String begins) {
        this.begins = begins;
    }

    /** Runs of that runbook. */
    static FleetCases of(String runbook) {
        return new FleetCases(runbook);
    }

    /** Runs of a runbook that only rollouts start: each is the one of a wave. */
    static FleetCases inWavesOf(String runbook) {
        FleetCases cases = new FleetCases(runbook);
        cases.inWaves = true;
        return cases;
    }

    /** From here on the runs begin with that runbook. */
    FleetCases beginning(String runbook) {
        begins = runbook;
        return this;
    }

    /** One node more. {@code end} is how the outcome begins, after its row and a space; an asterisk is any row. */
    FleetCases node(String end, Wanted wanted, Condition... conditions) {
        return failing(end, wanted, List.of(conditions));
    }

    /** The same, and this goes wrong while it is worked on. */
    FleetCases failing(String end, Wanted wanted, List<Condition> conditions, Faults.Rule... faults) {
        cases.add(new Case(begins, end, wanted, conditions, List.of(faults)));
        return this;
    }

    private FleetPlan plan(long seed) {
        FleetPlan plan = FleetPlan.whole(seed, cases.size() + SPARE);
        for (int i = 0; i < cases.size(); i++) {
            Condition[] had = cases.get(i).conditions().toArray(Condition[]::new);
            Faults.Rule[] faults = cases.get(i).faults().toArray(Faults.Rule[]::new);
            plan = plan.changing(
                    plan.nodes().get(i).name(), n -> n.with(had).failing(faults).serving(1));
        }
        return plan;
    }

    /** Runs all, and looks at each with {@code more}, too. */
    void run(Path folder, long seed, BiConsumer<SimulatedNode, NodeOutcome> more) {
        FleetPlan plan = plan(seed);
        List<String> names = plan.nodes().stream()
                .limit(cases.size())
                .map(node -> node.name())
                .toList();
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            List<NodeOutcome> ends = inWaves ? inWaves(bench, names) : alone(bench, names);
            Map<String, Wanted> wanted = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                judge(bench, ends.get(i), cases.get(i));
                more.accept(bench.fleet.node(names.get(i)), ends.get(i));
                wanted.put(names.get(i), cases.get(i).wanted());
            }
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }

    private List<NodeOutcome> alone(ScenarioBench bench, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            bench.start(cases.get(i).begins(), names.get(i));
        }
        return names.stream().map(bench::end).toList();
    }

    private List<NodeOutcome> inWaves(ScenarioBench bench, List<String> names) {
        List<WaveOfOne> waves = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            waves.add(WaveOfOne.start(bench, cases.get(i).begins(), names.get(i)));
        }
        return waves.stream().map(WaveOfOne::end).toList();
    }

    private static void judge(ScenarioBench bench, NodeOutcome end, Case of) {
        String name = end.node().name();
        String said = name + " " + end.path() + " " + end.row() + " → " + end;
        String row = of.end().startsWith("* ") ? "*" : end.row();
        assertThat(row + " " + end).as(said).startsWith(of.end());
        assertThat(Operands.of(bench.fleet, name)).as(said).isEqualTo(Operands.AS_FOUND);
        assertThat(Operands.recorded(bench.fleet, name)).as(said).isFalse();
        SimulatedNode node = bench.fleet.node(name);
        assertThat(end.outcome().out()
                        || node.clock().call(() -> node.services().active(Services.DCGM)))
                .as(said + " runs what it ran")
                .isTrue();
    }
}
