package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes to which Slurm and Kubernetes both give work: the same runbook, the observer judges. */
class SlurmAndKubernetesFleetTest {
    private static final String NODE = "gpu-001";
    private static final Duration JOB = Duration.ofMinutes(10);

    @TempDir
    private Path folder = Path.of("");

    private static void underBoth(Path site, SimulatedFleet fleet) {
        SimulatedSite.change(
                site.resolve("fleets/rack-a.yaml"),
                "scheduler: kubernetes",
                "scheduler: slurm-and-kubernetes\nslurm: { host: 127.0.0.1, port: %d, user: admin }"
                        .formatted(fleet.ssh().port(SimulatedFleet.LOGIN_HOST)));
    }

    private static FleetPlan drifted(long seed) {
        return FleetPlan.whole(seed, 2)
                .timeFactor(300)
                .changing(
                        NODE,
                        n -> n.with(new Condition.Runs(SoftwareSet.previous())).serving(2));
    }

    @Test
    void aDriftedNodeIsDrainedInSlurmFirstAndNoPodLeavesBeforeItsJobHasEnded() {
        try (SimulatedSite site = new SimulatedSite(drifted(31), folder, SlurmAndKubernetesFleetTest::underBoth)) {
            AtomicInteger evictedBefore = new AtomicInteger(-1);
            train(site.fleet, evictedBefore);

            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.observer.observe().unsafe()).isEmpty();
            assertThat(site.observer.observe().budgetsBroken()).isEmpty();
            assertThat(site.observer.observe().nodes()).hasEntrySatisfying(NODE, seen -> {
                assertThat(seen.driver()).isEqualTo(SoftwareSet.pinned().driver());
                assertThat(seen.boots()).isEqualTo(1);
                assertThat(seen.cordon().cordoned()).isFalse();
                assertThat(seen.cordon().owner()).isEmpty();
            });
            assertThat(evictedBefore).as("evictions while the job ran").hasValue(0);
            assertThat(site.fleet.kubernetes().evictionsLog()).isNotEmpty();
            assertThat(site.fleet.slurm().state(NODE)).isEqualTo("IDLE");
            assertThat(site.fleet.slurm().reason(NODE)).isEmpty();
            assertThat(changesOf(site)).hasSize(2);
        }
    }

    @Test
    void i2_aNodeThatSomebodyElseDrainedInSlurmStaysSoThereAndTakesPodsAgain() {
        try (SimulatedSite site = new SimulatedSite(drifted(32), folder, SlurmAndKubernetesFleetTest::underBoth)) {
            site.fleet
                    .slurm()
                    .run(List.of("scontrol", "update", "nodename=" + NODE, "state=DRAIN", "reason=fan, ticket 4711"));

            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.observer.observe().unsafe()).isEmpty();
            assertThat(site.observer.observe().nodes())
                    .hasEntrySatisfying(
                            NODE, seen -> assertThat(seen.cordon().cordoned()).isFalse());
            assertThat(site.fleet.slurm().state(NODE)).contains("DRAIN");
            assertThat(site.fleet.slurm().reason(NODE)).isEqualTo("fan, ticket 4711");
            assertThat(changesOf(site)).noneMatch(change -> change.contains("RESUME"));
        }
    }

    /** The operator's pods hold the driver: paused as on Kubernetes alone, the module leaves and nothing is booted. */
    @Test
    void aReloadPausesTheOperatorsPodsAndPutsThemBack() {
        FleetPlan plan = FleetPlan.whole(34, 2)
                .timeFactor(300)
                .changing(
                        NODE,
                        n -> n.with(
                                new Condition.Runs(SoftwareSet.previous()),
                                new Condition.UpgradedWithoutReboot(SoftwareSet.pinned())));
        try (SimulatedSite site = new SimulatedSite(plan, folder, SlurmAndKubernetesFleetTest::underBoth)) {
            NodeOutcome outcome = site.run("module-reload", NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.observer.observe().nodes())
                    .hasEntrySatisfying(
                            NODE, seen -> assertThat(seen.boots()).as("boots").isZero());
            assertThat(site.observer.observe().unsafe()).isEmpty();
            assertThat(Operands.of(site.fleet, NODE)).isEqualTo(Operands.AS_FOUND);
            assertThat(Operands.recorded(site.fleet, NODE)).isFalse();
        }
    }

    /** The other node may be lent to a two-node test meanwhile. */
    private static List<String> changesOf(SimulatedSite site) {
        return site.fleet.slurm().changes().stream()
                .filter(change -> change.startsWith(NODE + " "))
                .toList();
    }

    /** A job on a GPU of the node; {@code evicted} is how many pods had been asked to leave when it ended. */
    private static void train(SimulatedFleet fleet, AtomicInteger evicted) {
        SimulatedNode node = fleet.node(NODE);
        int job = fleet.slurm().start(NODE, "alice");
        node.clock().run(() -> node.addProcess(new GpuProcess(4121, "/usr/bin/python3", 7, "job-" + job)));
        node.clock().later("job", JOB, () -> {
            evicted.set(fleet.kubernetes().evictionsLog().size());
            node.clock().run(() -> node.endProcesses("job-" + job));
            fleet.slurm().end(job);
        });
    }
}
