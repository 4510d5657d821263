package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.rollout.DryRunReport;
import dev.slipway.query.DryRun;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a dry run says, the run that follows does: its row, and the acts of its plan in their order, each whole. */
class DryRunAgainstRunTest {
    private static final String WRONG_BOOT_ENTRY = "gpu-001";
    private static final String OLD_PACKAGES = "gpu-002";
    private static final String OTHER_SETTINGS = "gpu-003";

    /** The step of a run by the act that a plan names. */
    private static final Map<String, String> STEPS = Map.of(
            "cordon",
            "cordon",
            "drain",
            "drain",
            "converge packages",
            "converge",
            "boot " + SoftwareSet.pinned().kernel() + " once",
            "boot-once",
            "reboot",
            "reboot",
            "set runtime settings",
            "settings",
            "first gates",
            "gates",
            "verify",
            "diag-3",
            "make it the default",
            "boot-always",
            "readmit",
            "readmit");

    /** The steps that are parts of an act which a plan names: a boot loses the settings. */
    private static final Map<String, Set<String>> PARTS = Map.of(
            "converge",
            Set.of("preview", "idempotence"),
            "boot-once",
            Set.of("reboot", "settings", "hold-kernel"),
            "reboot",
            Set.of("settings"));

    /** What every run looks at, tests and keeps as it is: no plan names it. */
    private static final Set<String> ALWAYS = Set.of(
            "facts",
            "diagnose",
            "pre-checks",
            "evidence",
            "boot-state",
            "check-running-kernel",
            "services",
            "hold-packages",
            "facts-after",
            "gates",
            "diag-1",
            "nccl",
            "partner",
            "smoke",
            "facts-proven",
            "record-verification",
            "soak",
            "release");

    @TempDir
    Path folder;

    private static FleetPlan plan() {
        return FleetPlan.whole(17, 4)
                .changing(WRONG_BOOT_ENTRY, n -> n.with(new Condition.Kernel("6.8.0-59-generic")))
                .changing(OLD_PACKAGES, n -> n.with(new Condition.Runs(SoftwareSet.previous())))
                .changing(
                        OTHER_SETTINGS,
                        n -> n.with(new Condition.Settings(GpuSettings.factory().powerLimit(500))));
    }

    @Test
    void itNamesTheRowAndTheActsOfTheRun() {
        try (ScenarioBench bench = ScenarioBench.start(folder, plan())) {
            List<String> nodes = List.of(WRONG_BOOT_ENTRY, OLD_PACKAGES, OTHER_SETTINGS);
            List<DryRunReport> said =
                    nodes.stream().map(node -> dryRun(bench, node)).toList();
            nodes.forEach(node -> assertThat(bench.steps.steps(node))
                    .as("a dry run does none of them")
                    .doesNotContainAnyElementsOf(STEPS.values()));

            List<NodeOutcome> ends = bench.run(nodes, false);

            assertThat(ends).extracting(NodeOutcome::row).containsExactly("D14", "D17", "D20");
            for (int i = 0; i < ends.size(); i++) {
                assertDoes(bench, said.get(i), ends.get(i));
            }
            assertThat(said.get(0).commands()).as("no package changes").isEmpty();
            assertThat(said.get(1).commands()).as("packages change").isNotEmpty();
        }
    }

    private static DryRunReport dryRun(ScenarioBench bench, String node) {
        return bench.workflow(DryRun.class, "dry-run/" + node).report(bench.trigger(node, false), "image-drift");
    }

    private static void assertDoes(ScenarioBench bench, DryRunReport said, NodeOutcome end) {
        String plan = said.diagnosed().route().sentence();
        List<String> steps = bench.steps.steps(end.node().name());
        List<String> wanted = steps(plan);
        List<String> others = new ArrayList<>(steps);
        others.removeAll(wanted);
        others.removeAll(ALWAYS);
        wanted.forEach(step -> others.removeAll(PARTS.getOrDefault(step, Set.of())));

        assertThat(end.outcome()).as("%s", end).isEqualTo(Outcome.CONVERGED);
        assertThat(end.row()).as(plan).isEqualTo(said.diagnosed().row());
        assertThat(steps).as(plan).containsSubsequence(wanted);
        assertThat(others).as("steps of no act in " + plan).isEmpty();
    }

    /** The steps of the acts that a plan names; one that names another act is not of these runs. */
    private static List<String> steps(String plan) {
        List<String> steps = new ArrayList<>();
        for (String act : plan.split(" → ", -1)) {
            steps.add(Optional.ofNullable(STEPS.get(act)).orElseThrow(() -> new AssertionError(act + " in " + plan)));
        }
        return steps;
    }
}
