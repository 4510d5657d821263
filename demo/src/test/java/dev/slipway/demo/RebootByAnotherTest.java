package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * I9: a reboot that somebody else makes between the diagnosis and what is changed does not stand for ours, which loads
 * what was changed. Method: a node for each runbook, rebooted by another directly before the first change; one on its
 * way back.
 */
class RebootByAnotherTest {
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());

    private final Map<String, Case> cases = new LinkedHashMap<>();
    private FleetPlan plan = FleetPlan.whole(25, 8);

    @TempDir
    Path folder;

    /** {@code boots}: that of the other, and all of ours. */
    private record Case(String runbook, String step, Outcome end, int boots, Wanted wanted) {}

    private void node(Case of, Condition... conditions) {
        if (!RunbookCases.isThere(of.runbook())) {
            return;
        }
        String name = String.format(Locale.ROOT, "gpu-%03d", cases.size() + 1);
        cases.put(name, of);
        plan = plan.changing(name, n -> n.with(conditions));
    }

    private static Case converges(String runbook, String step, int transactions) {
        Wanted wanted = Wanted.whole(SoftwareSet.pinned()).atMost(2, transactions);
        return new Case(runbook, step, Outcome.CONVERGED, 2, wanted);
    }

    private void all() {
        node(converges("image-drift", "preview", 1), OLD);
        node(converges("image-drift", "converge", 1), OLD);
        node(
                new Case(
                        "image-drift",
                        "undo-converge",
                        Outcome.ROLLED_BACK,
                        3,
                        Wanted.whole(SoftwareSet.previous()).atMost(3, 2)),
                OLD,
                new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory"));
        node(
                converges("gsp-mismatch", "purge", 3),
                new Condition.OtherBranch("580", "580.65.06-0ubuntu1"),
                new Condition.FirmwareLost(Firmware.Damage.PARTIAL));
        node(converges("kernel-gpu-missing", "headers", 2), new Condition.ModuleNotBuilt(false));
        node(converges("kernel-gpu-missing", "boot-once", 0), new Condition.NewerKernel("6.8.0-62-generic"));
        node(
                new Case(
                        "gpu-fault-rma",
                        "evidence-gpu",
                        Outcome.RMA_CANDIDATE,
                        2,
                        Wanted.untouched(true).atMost(2, 0)),
                new Condition.GpuAils(Ailment.asking(3, "Reboot", Ailment.Cure.POWER_CYCLE)));
        node(converges("fabric-manager", "reset-gpus", 0), new Condition.SwitchFatal(20034, true));
    }

    @Test
    void i9_theRebootOfAnotherBeforeTheChangeDoesNotStandForOurs() {
        all();
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            Map<String, Wanted> wanted = new HashMap<>();
            cases.forEach((node, of) -> {
                bench.steps.before(node, of.step(), () -> Disturbance.rebooted(bench.fleet.node(node)));
                bench.start(of.runbook(), node);
                wanted.put(node, of.wanted());
            });
            List<NodeOutcome> ends = cases.keySet().stream().map(bench::end).toList();

            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
            for (NodeOutcome end : ends) {
                Case of = Objects.requireNonNull(cases.get(end.node().name()));
                assertThat(end.outcome()).as(of + " → " + end).isEqualTo(of.end());
                assertThat(bench.observer.observe().nodes())
                        .as(of + " → " + end)
                        .hasEntrySatisfying(
                                end.node().name(),
                                seen -> assertThat(seen.boots()).isEqualTo(of.boots()));
            }
        }
    }
}
