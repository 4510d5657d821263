package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowStub;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rung of a new image on simulated nodes: the site's command is a process beside the worker, the nodes tell what became of it. */
class KernelGpuMissingImageTest {
    private static final Condition DOES_NOT_BUILD = new Condition.BuildFails(
            "gcc: error: unrecognized command-line option '-fmin-function-alignment=16'", true);
    /** No reload, boot or reinstall ends it: only what is on the disk anew does. */
    private static final Condition DOES_NOT_LOAD = new Condition.LoadFails(
            "modprobe: ERROR: could not insert 'nvidia': No such device",
            "NVRM: No NVIDIA GPU found on an unsupported bus.",
            false);

    private static final String TOLD = "/etc/cdi/nvidia.yaml";
    private static final String BY_KERNEL = "gpu-001";
    private static final String BY_RELOAD = "gpu-002";
    private static final String SWAPPED = "gpu-003";
    private static final String STOPPED = "gpu-004";

    @TempDir
    private Path folder = Path.of("");

    private static FleetPlan plan() {
        FleetPlan plan = FleetPlan.whole(11, 5).timeFactor(300);
        for (String node : List.of(BY_KERNEL, SWAPPED, STOPPED)) {
            plan = plan.changing(node, n -> n.with(DOES_NOT_BUILD).serving(1));
        }
        return plan.changing(
                BY_RELOAD,
                n -> n.with(new Condition.DriverNotLoaded(), new Condition.CdiSpec(TOLD, "570.124.06"))
                        .with(DOES_NOT_LOAD)
                        .serving(1));
    }

    private static void start(SimulatedSite site, String runbook, String node) {
        site.api.post(
                "/api/v1/runs",
                Map.of("runbook", runbook, "node", node, "who", "test", "reason", "its GPUs do not answer"));
    }

    private static WorkflowStub run(SimulatedSite site, String node) {
        return site.engine
                .client()
                .newUntypedWorkflowStub(new NodeRef(site.fleet.plan().cluster(), node).workflowId());
    }

    private static NodeOutcome end(SimulatedSite site, String node) {
        try {
            run(site, node).getResult(4, TimeUnit.MINUTES, NodeOutcome.class);
        } catch (WorkflowFailedException cancelled) {
            assertThat(cancelled).as(node).hasMessageContaining("CANCELED");
        } catch (TimeoutException e) {
            throw new AssertionError(node + " did not end", e);
        }
        return site.ledger
                .outcomes()
                .ofNode(new NodeRef(site.fleet.plan().cluster(), node), 1)
                .getFirst();
    }

    /** The driver that containers are told of. */
    private static String told(SimulatedSite site, String name) {
        SimulatedNode node = site.fleet.node(name);
        return String.valueOf(node.clock().call(() -> node.cdi().specs().get(TOLD)));
    }

    @Test
    void i10_i11_theLastRungOfARepairIsAnImageWrittenOnceAndProven() {
        try (ImagingSite images =
                new ImagingSite(plan(), folder, server -> server.comesUp(SWAPPED, new Condition.AnotherMachine()))) {
            SimulatedSite site = images.site;
            images.server().meanwhile(STOPPED, () -> run(site, STOPPED).cancel());
            for (String node : List.of(BY_KERNEL, SWAPPED, STOPPED)) {
                start(site, "kernel-gpu-missing", node);
            }
            start(site, "module-reload", BY_RELOAD);

            NodeOutcome kernel = end(site, BY_KERNEL);
            NodeOutcome reload = end(site, BY_RELOAD);
            NodeOutcome swapped = end(site, SWAPPED);
            NodeOutcome stopped = end(site, STOPPED);

            assertThat(kernel.outcome()).as(kernel.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(kernel.row()).isEqualTo("K17");
            assertThat(reload.outcome()).as(reload.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(told(site, BY_RELOAD)).isEqualTo("570.133.20");
            assertThat(swapped.outcome()).as(swapped.toString()).isEqualTo(Outcome.HELD);
            assertThat(swapped.reason()).contains("does not build", "another machine");
            assertThat(stopped.outcome()).as("on its way back: " + stopped).isEqualTo(Outcome.CONVERGED);
            for (String node : List.of(BY_KERNEL, BY_RELOAD, SWAPPED, STOPPED)) {
                assertThat(images.asked(node)).as(node).containsExactly(ImagingSite.PINNED);
                assertThat(images.written(node)).as(node).containsExactly(ImagingSite.PINNED);
                assertThat(Operands.of(site.fleet, node)).as(node).isEqualTo(Operands.AS_FOUND);
            }
            assertThat(site.observer.observe().unsafe()).isEmpty();
            site.observer
                    .observe()
                    .nodes()
                    .forEach((node, view) ->
                            assertThat(view.cordon().cordoned()).as(node).isEqualTo(node.equals(SWAPPED)));
        }
    }

    @Test
    void i24_aNodeThatComesUpFromItsImageWithAnotherGpuIsHeld() {
        FleetPlan one = FleetPlan.whole(13, 2)
                .timeFactor(300)
                .changing(BY_KERNEL, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
        try (ImagingSite images =
                new ImagingSite(one, folder, server -> server.comesUp(BY_KERNEL, new Condition.GpuSwapped(3)))) {
            NodeOutcome outcome = images.site.run(BY_KERNEL);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
            assertThat(outcome.reason()).contains("has other GPUs than before", "answers now");
            assertThat(images.written(BY_KERNEL)).containsExactly(ImagingSite.PINNED);
            assertThat(images.site.observer.observe().unsafe()).isEmpty();
        }
    }

    @Test
    void anImageThatCannotBeWrittenLeavesTheNodeHeldWithEveryReason() {
        FleetPlan one = FleetPlan.whole(12, 2).timeFactor(300).changing(BY_KERNEL, n -> n.with(DOES_NOT_BUILD));
        try (ImagingSite images = new ImagingSite(one, folder, server -> server.breakImage(ImagingSite.PINNED))) {
            start(images.site, "kernel-gpu-missing", BY_KERNEL);

            NodeOutcome outcome = end(images.site, BY_KERNEL);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
            assertThat(outcome.reason())
                    .contains("does not build", "cannot be booted", "with a new image", "cannot be written");
            assertThat(images.asked(BY_KERNEL)).containsExactly(ImagingSite.PINNED, ImagingSite.PINNED);
            assertThat(images.written(BY_KERNEL)).isEmpty();
            assertThat(images.site.observer.observe().unsafe()).isEmpty();
        }
    }
}
