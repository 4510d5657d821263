package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
import dev.slipway.query.ReachabilityQuery;
import dev.slipway.simulator.bmc.BmcFault;
import dev.slipway.simulator.bmc.Chassis;
import dev.slipway.simulator.bmc.SimulatedRedfish;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.client.WorkflowOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes that hang at the reboot of image-drift, and their BMCs: one that helps, one that says yes and does nothing, one that is
 * dead, and a dead one that is waived. The observer judges what was done to the nodes.
 */
class HungAtRebootTest {
    private static final String HELPED = "gpu-001";
    private static final String LIED_TO = "gpu-002";
    private static final String BMC_DEAD = "gpu-003";
    private static final String WAIVED = "gpu-004";
    private static final List<String> NODES = List.of(HELPED, LIED_TO, BMC_DEAD, WAIVED);

    @TempDir
    private Path folder = Path.of("");

    private static FleetPlan plan() {
        FleetPlan plan = FleetPlan.whole(21, 16).timeFactor(300);
        for (String node : NODES) {
            plan = plan.changing(node, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
        }
        for (String node : List.of(HELPED, LIED_TO)) {
            plan = plan.changing(node, n -> n.with(new Condition.HangsAtReboot()));
        }
        return plan;
    }

    private SimulatedRedfish bmcs(SimulatedFleet fleet) {
        SimulatedRedfish redfish = SimulatedRedfish.start(
                folder.resolve("bmc"),
                fleet.nodes().stream()
                        .filter(node -> NODES.contains(node.name()))
                        .collect(Collectors.toMap(SimulatedNode::name, Chassis::of)));
        redfish.becomes(LIED_TO, BmcFault.LIES);
        redfish.becomes(BMC_DEAD, BmcFault.DEAD);
        redfish.becomes(WAIVED, BmcFault.DEAD);
        return redfish;
    }

    private void configure(Path site, SimulatedFleet fleet, SimulatedRedfish redfish) {
        SimulatedSite.write(folder.resolve("password"), SimulatedRedfish.PASSWORD);
        for (String rack :
                fleet.plan().nodes().stream().map(n -> n.rack()).distinct().toList()) {
            Path file = site.resolve("fleets/rack-" + rack + ".yaml");
            SimulatedSite.append(
                    file,
                    "bmc: { user: %s, passwordFile: %s, certificateFile: %s }%n"
                            .formatted(SimulatedRedfish.USER, folder.resolve("password"), redfish.certificateFile()));
            for (String node : fleet.plan().rack(rack)) {
                if (NODES.contains(node)) {
                    String waiver = node.equals(WAIVED) ? ", waiver: { by: kim, reason: its board is on order }" : "";
                    SimulatedSite.change(
                            file,
                            "{ name: " + node + ",",
                            "{ name: %s, bmc: { address: 127.0.0.1, port: %d, system: %s%s },"
                                    .formatted(node, redfish.port(), node, waiver));
                }
            }
        }
        Path policy = site.resolve("policies/demo.yaml");
        SimulatedSite.change(policy, "count: 2, percent: 25%", "count: 4, percent: 100%");
        SimulatedSite.change(
                policy,
                "decide: true\n",
                "decide: false\n  stepRetries: 0\n  rebootTimeout: 15s\n  powerCycle: true\n");
    }

    private static Map<String, NodeOutcome> run(SimulatedSite site) {
        NODES.forEach(node -> site.api.post(
                "/api/v1/runs",
                Map.of("runbook", "image-drift", "node", node, "who", "test", "reason", "left its baseline")));
        return NODES.stream().collect(Collectors.toMap(Function.identity(), node -> end(site, node)));
    }

    private static NodeOutcome end(SimulatedSite site, String node) {
        return site.engine
                .client()
                .newUntypedWorkflowStub(new NodeRef(site.fleet.plan().cluster(), node).workflowId())
                .getResult(NodeOutcome.class);
    }

    private static int outages(SimulatedSite site, String node) {
        SimulatedNode machine = site.fleet.node(node);
        return machine.clock().call(() -> machine.power().outages());
    }

    @Test
    void aHungNodeIsPowerCycledOnceOnlyByABmcThatDoesIt() {
        Map<String, SimulatedRedfish> started = new TreeMap<>();
        try (SimulatedSite site = new SimulatedSite(plan(), folder, (place, fleet) -> {
            SimulatedRedfish redfish = bmcs(fleet);
            started.put("redfish", redfish);
            configure(place, fleet, redfish);
        })) {
            Map<String, NodeOutcome> ends = run(site);
            String text = ends.toString();

            assertThat(ends)
                    .as(text)
                    .hasEntrySatisfying(HELPED, end -> assertThat(end.outcome()).isEqualTo(Outcome.CONVERGED));
            assertThat(ends).as(text).hasEntrySatisfying(LIED_TO, end -> {
                assertThat(end.outcome()).isEqualTo(Outcome.HELD);
                assertThat(end.reason()).contains("accepted OFF and did not do it", "it shows power ON");
            });
            assertThat(ends).as(text).hasEntrySatisfying(BMC_DEAD, end -> {
                assertThat(end.outcome()).isEqualTo(Outcome.UNTOUCHED);
                assertThat(end.reason()).contains("I30: the BMC at 127.0.0.1");
            });
            assertThat(ends)
                    .as(text)
                    .hasEntrySatisfying(WAIVED, end -> assertThat(end.outcome()).isEqualTo(Outcome.CONVERGED));
            assertThat(NODES.stream().map(node -> outages(site, node))).containsExactly(1, 0, 0, 0);
            assertThat(site.observer.observe().unsafe()).isEmpty();
            assertThat(site.observer.observe().nodes()).hasEntrySatisfying(HELPED, seen -> {
                assertThat(seen.driver()).isEqualTo(SoftwareSet.pinned().driver());
                assertThat(seen.boots()).isEqualTo(1);
            });
            onRecord(site);
            reached(site, Optional.ofNullable(started.get("redfish")).orElseThrow());
        } finally {
            started.values().forEach(SimulatedRedfish::close);
        }
    }

    /** The BMC is asked where the node is silent, and only there. */
    private static void reached(SimulatedSite site, SimulatedRedfish redfish) {
        assertThat(reach(site, HELPED).node()).isTrue();
        assertThat(reach(site, HELPED).bmc().error()).contains("the node answers");
        assertThat(reach(site, LIED_TO).node()).isFalse();
        assertThat(reach(site, LIED_TO).bmc().value()).contains(true);
        redfish.becomes(LIED_TO, BmcFault.DEAD);
        assertThat(reach(site, LIED_TO).bmc().value()).contains(false);
    }

    private static Reached reach(SimulatedSite site, String node) {
        return site.engine
                .client()
                .newWorkflowStub(
                        ReachabilityQuery.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue("slipway")
                                .setWorkflowId("reach/" + UUID.randomUUID())
                                .build())
                .reached(new NodeRef(site.fleet.plan().cluster(), node), Optional.empty());
    }

    /** I29, I30: what was done to the power and who waived what stands in the audit, the password nowhere. */
    private static void onRecord(SimulatedSite site) {
        List<String> audit = site.ledger.audit().latest(2_000).stream()
                .map(entry -> entry.subject() + " " + entry.verb() + " " + entry.detail())
                .toList();
        assertThat(audit)
                .anyMatch(line -> line.contains(HELPED) && line.contains("Power.Cycle") && line.contains("begun"))
                .anyMatch(line -> line.contains(WAIVED) && line.contains("I30 waived by kim (its board is on order)"))
                .anyMatch(line -> line.contains(HELPED) && line.contains("{\"ResetType\":\"ForceOff\"} → 204"))
                .noneMatch(line -> line.contains(SimulatedRedfish.PASSWORD));
    }
}
