package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.worker.Runbooks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes whose driver is in the GPU Operator's container: every runbook on each, judged by what happened to the node.
 */
class OperatorDriverTest {
    private static final List<String> SLUGS =
            Runbooks.found().tables().stream().map(DecisionTable::slug).sorted().toList();
    private static final Condition OFF_THE_BUS = new Condition.GpuAils(Ailment.offTheBus(3, Ailment.Cure.REBOOT));

    @TempDir
    Path folder;

    private static String node(int index) {
        return String.format(Locale.ROOT, "gpu-%03d", index + 1);
    }

    /** Each runbook on a node of its own; no package, module, boot entry or boot of any may change. */
    private List<NodeOutcome> eachRunbookOn(long seed, Condition... conditions) {
        return eachRunbookIn(kubernetes -> {}, seed, conditions);
    }

    private List<NodeOutcome> eachRunbookIn(Consumer<SimulatedKubernetes> world, long seed, Condition... conditions) {
        FleetPlan plan = FleetPlan.whole(seed, SLUGS.size());
        for (int i = 0; i < SLUGS.size(); i++) {
            plan = plan.changing(node(i), planned -> planned.with(conditions));
        }
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            world.accept(bench.fleet.kubernetes());
            for (int i = 0; i < SLUGS.size(); i++) {
                bench.start(SLUGS.get(i), node(i));
            }
            List<NodeOutcome> ends = new ArrayList<>();
            Map<String, Wanted> wanted = new HashMap<>();
            for (int i = 0; i < SLUGS.size(); i++) {
                NodeOutcome end = bench.end(node(i));
                ends.add(end);
                wanted.put(node(i), WantedAfter.run(end.outcome(), 0, 0));
                assertThat(bench.fleet.node(node(i)).events())
                        .as(SLUGS.get(i) + " → " + end)
                        .noneMatch(event -> event.detail().contains("modprobe")
                                || event.detail().contains("rmmod")
                                || event.detail().contains("apt-mark"));
            }
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
            return ends;
        }
    }

    @Test
    void noRunbookChangesAWorkingNodeAndNoneTakesItOut() {
        assertThat(eachRunbookOn(73, new Condition.OperatorDriver(true)))
                .allSatisfy(end -> assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.UNTOUCHED));
    }

    @Test
    void aContainerThatDoesNotRunIsTheOperatorsWork() {
        assertThat(eachRunbookOn(74, new Condition.OperatorDriver(false))).allSatisfy(end -> {
            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.UNTOUCHED);
            assertThat(end.reason()).contains("GPU Operator", "kubectl");
        });
    }

    /** Nodes that have just booted: the operator's pod has not begun, and nothing of it is on node or object. */
    private static void forgetLabels(SimulatedKubernetes kubernetes) {
        for (int i = 0; i < SLUGS.size(); i++) {
            kubernetes.removeLabel(node(i), NodeSpec.DEPLOY + "driver");
            kubernetes.removeLabel(node(i), "nvidia.com/gpu-driver-upgrade-state");
        }
    }

    @Test
    void aClusterPolicyAloneMakesTheDriverTheOperators() {
        ObjectNode spec = JsonNodeFactory.instance.objectNode();
        spec.putObject("driver").put("enabled", true);

        assertThat(eachRunbookIn(
                        kubernetes -> {
                            forgetLabels(kubernetes);
                            kubernetes.addCustomResource(ResourceType.CLUSTER_POLICIES, "cluster-policy", spec);
                        },
                        76,
                        new Condition.OperatorDriver(false)))
                .allSatisfy(end -> {
                    assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.UNTOUCHED);
                    assertThat(end.reason()).contains("GPU Operator");
                });
    }

    @Test
    void hardwareStillTakesItOut() {
        assertThat(eachRunbookOn(75, new Condition.OperatorDriver(true), OFF_THE_BUS))
                .allSatisfy(end -> assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.HELD));
    }
}
