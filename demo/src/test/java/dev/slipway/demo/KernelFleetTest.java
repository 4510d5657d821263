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
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that lost their GPUs with their kernel, from the runbook that finds them to the end, as the observer tells it. */
@Timeout(300)
class KernelFleetTest {
    private static final SoftwareSet UBUNTU = SoftwareSet.pinned();
    private static final SoftwareSet ROCKY = SoftwareSet.pinned().on(Family.ROCKY);
    private static final Condition ON_ROCKY = new Condition.Runs(ROCKY);
    private static final String NV_C =
            "/var/lib/dkms/nvidia-srv/570.133.20/build/nvidia/nv.c:95:10: error: no such member";

    @TempDir
    Path folder;

    /** {@code found}: image-drift meets the node first and hands it over; else a person starts the runbook itself. */
    private record Case(boolean found, String row, Outcome outcome, Wanted wanted, List<Condition> conditions) {
        static Case found(String row, Outcome outcome, Wanted wanted, Condition... conditions) {
            return new Case(true, row, outcome, wanted, List.of(conditions));
        }

        static Case started(String row, Outcome outcome, Wanted wanted, Condition... conditions) {
            return new Case(false, row, outcome, wanted, List.of(conditions));
        }
    }

    private static Map<String, Case> cases() {
        Condition unsanctioned = new Condition.NewerKernel("6.8.0-62-generic");
        Condition onRocky = new Condition.NewerKernel("5.14.0-570.12.1.el9_6.x86_64");
        Condition noHeaders = new Condition.ModuleNotBuilt(false);
        Wanted held = Wanted.untouched(true);
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put(
                "gpu-001",
                Case.found("K15", Outcome.CONVERGED, Wanted.whole(UBUNTU).atMost(1, 2), noHeaders));
        cases.put(
                "gpu-002",
                Case.found("K9", Outcome.CONVERGED, Wanted.whole(UBUNTU).atMost(1, 0), unsanctioned));
        cases.put(
                "gpu-003",
                Case.found("K15", Outcome.CONVERGED, Wanted.whole(ROCKY).atMost(1, 2), ON_ROCKY, noHeaders));
        cases.put(
                "gpu-004",
                Case.found("K9", Outcome.CONVERGED, Wanted.whole(ROCKY).atMost(1, 0), ON_ROCKY, onRocky));
        cases.put("gpu-005", Case.found("K17", Outcome.HELD, held, new Condition.BuildFails(NV_C, true)));
        cases.put(
                "gpu-006",
                Case.found("K9", Outcome.HELD, held.atMost(2, 0), unsanctioned, new Condition.OneShotFails()));
        cases.put(
                "gpu-007",
                Case.started(
                        "K14", Outcome.CONVERGED, Wanted.whole(UBUNTU).atMost(1, 0), new Condition.NouveauBound()));
        cases.put("gpu-008", Case.found("K8", Outcome.HELD, held, noHeaders, new Condition.BootFull()));
        cases.put(
                "gpu-009",
                Case.found(
                        "K9",
                        Outcome.CONVERGED,
                        Wanted.whole(UBUNTU).atMost(1, 0),
                        unsanctioned,
                        new Condition.FirstEntryBoots()));
        cases.put("gpu-010", Case.started("K0", Outcome.UNTOUCHED, Wanted.untouched(false)));
        return cases;
    }

    @Test
    void bringsBackWhatAKernelTookAndHoldsWhatItCannot() {
        Map<String, Case> cases = cases();
        FleetPlan plan = FleetPlan.whole(13, cases.size());
        for (Map.Entry<String, Case> node : cases.entrySet()) {
            Condition[] conditions = node.getValue().conditions().toArray(Condition[]::new);
            plan = plan.changing(node.getKey(), n -> n.with(conditions).serving(1));
        }
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            cases.forEach((node, of) -> start(bench, node, of.found()));
            List<NodeOutcome> ends = new ArrayList<>();
            cases.keySet().forEach(node -> ends.add(bench.end(node)));

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                Case of = Optional.ofNullable(cases.get(end.node().name())).orElseThrow();
                assertThat(end.row() + " " + end.outcome()).as(end.toString()).isEqualTo(of.row() + " " + of.outcome());
                wanted.put(end.node().name(), of.wanted());
                if (end.outcome() == Outcome.CONVERGED) {
                    assertBootsThePin(bench.fleet.node(end.node().name()));
                }
            }
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }

    /** I9: a build, an initramfs, a boot order that was carried out and that nobody heard of: not done twice, and known or held. */
    @Test
    void i9_whatWasDoneToAKernelAndNobodyHeardIsNotDoneTwice() {
        List<Rule> struck = new ArrayList<>();
        for (String tool : List.of("dkms", "update-initramfs", "grub-reboot", "grub-set-default", "apt-mark")) {
            struck.add(new Rule(tool, 1, Moment.AFTER, new Drop()));
        }
        for (int call = 1; call <= 3; call++) {
            struck.add(new Rule("slipway-start", call, Moment.AFTER, new Drop()));
        }
        FleetPlan plan = FleetPlan.whole(14, struck.size());
        for (int i = 0; i < struck.size(); i++) {
            Rule rule = struck.get(i);
            Condition lost = List.of("dkms", "update-initramfs").contains(rule.on())
                    ? new Condition.ModuleNotBuilt(true)
                    : new Condition.NewerKernel("6.8.0-62-generic");
            plan = plan.changing(plan.nodes().get(i).name(), n -> n.with(lost).failing(rule));
        }
        List<String> nodes = plan.nodes().stream().map(n -> n.name()).toList();
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            List<NodeOutcome> ends = bench.run(nodes, false);

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                assertThat(end.outcome()).as(end.toString()).isIn(Outcome.CONVERGED, Outcome.HELD);
                boolean held = end.outcome() == Outcome.HELD;
                wanted.put(end.node().name(), (held ? Wanted.untouched(true) : Wanted.whole(UBUNTU)).atMost(1, 1));
            }
            assertThat(ends)
                    .filteredOn(end -> end.outcome() == Outcome.CONVERGED)
                    .hasSizeGreaterThanOrEqualTo(6);
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }

    private static void start(ScenarioBench bench, String node, boolean found) {
        if (found) {
            bench.start(node, false);
        } else {
            bench.start("kernel-gpu-missing", node);
        }
    }

    /** The pinned kernel runs, boots next, and finds its module. */
    private static void assertBootsThePin(SimulatedNode node) {
        node.clock().run(() -> {
            String pin = node.packages().family().kernel();
            assertThat(node.power().kernel()).as(node.name()).isEqualTo(pin);
            assertThat(node.power().nextKernel()).as(node.name()).isEqualTo(pin);
            assertThat(node.kernels().savedDefault()).as(node.name()).isTrue();
            assertThat(node.kernels().built(pin)).as(node.name()).isTrue();
        });
    }
}
