package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that Slurm schedules, its commands on a login host: the same runbook. */
class SlurmFleetTest {
    private static final String NODE = "gpu-001";
    private static final Duration JOB = Duration.ofMinutes(10);

    @TempDir
    private Path folder = Path.of("");

    static void underSlurm(Path site, SimulatedFleet fleet) {
        Path file = site.resolve("fleets/rack-a.yaml");
        SimulatedSite.change(
                file,
                "scheduler: kubernetes",
                "scheduler: slurm\nslurm: { host: 127.0.0.1, port: %d, user: admin }"
                        .formatted(fleet.ssh().port(SimulatedFleet.LOGIN_HOST)));
        SimulatedSite.change(
                file, "kubernetes:\n  kubeconfig: " + fleet.kubeconfig().toAbsolutePath() + "\n", "");
    }

    private static FleetPlan drifted(long seed) {
        return FleetPlan.whole(seed, 2)
                .timeFactor(300)
                .changing(NODE, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
    }

    @Test
    void aDriftedNodeIsDrainedOnceItsJobHasEndedConvergedAndResumedOnce() {
        try (SimulatedSite site = new SimulatedSite(drifted(21), folder, SlurmFleetTest::underSlurm)) {
            int job = train(site.fleet);

            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.observer.observe().nodes()).hasEntrySatisfying(NODE, seen -> {
                assertThat(seen.driver()).isEqualTo(SoftwareSet.pinned().driver());
                assertThat(seen.boots()).isEqualTo(1);
            });
            assertThat(site.observer.observe().unsafe()).isEmpty();
            assertThat(site.fleet.slurm().state(NODE)).isEqualTo("IDLE");
            assertThat(site.fleet.slurm().reason(NODE)).isEmpty();
            List<String> changes = changesOf(site);
            assertThat(changes).hasSize(2);
            assertThat(changes.getFirst()).startsWith(NODE + " state=DRAIN reason=slipway:");
            assertThat(changes.getLast()).startsWith(NODE + " state=RESUME comment=slipway-readmitted:");
            assertThat(job).isPositive();
        }
    }

    @Test
    void aControllerThatIsAwayForLongerThanAStepIsTriedIsWaitedFor() {
        // 35 s of the test, at factor 300.
        Duration away = Duration.ofMinutes(175);
        try (SimulatedSite site = new SimulatedSite(drifted(25), folder, SlurmFleetTest::underSlurm)) {
            site.fleet.slurm().away(true);
            site.fleet
                    .node(NODE)
                    .clock()
                    .later("slurmctld", away, () -> site.fleet.slurm().away(false));

            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.fleet.slurm().state(NODE)).isEqualTo("IDLE");
            assertThat(site.observer.observe().unsafe()).isEmpty();
        }
    }

    @Test
    void bothNodesOfThePairTestAreReservedBesidesTheirDrains() {
        try (SimulatedSite site = new SimulatedSite(drifted(24), folder, (at, fleet) -> {
            underSlurm(at, fleet);
            Path policy = at.resolve("policies/" + FleetConfigFiles.POLICY + ".yaml");
            SimulatedSite.change(policy, "percent: 25%", "percent: 100%");
        })) {
            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            List<String> changes = site.fleet.slurm().changes();
            assertThat(changes.stream()
                            .filter(change -> change.contains("reservation"))
                            .map(change -> change.replaceAll("slipway-[^ ]+", "NAME")))
                    .as(changes.toString())
                    .containsExactly(
                            "create reservation reservationname=NAME nodes=gpu-001,gpu-002 starttime=now duration=60"
                                    + " users=root flags=MAINT,IGNORE_JOBS",
                            "delete reservation=NAME");
            assertThat(site.observer.observe().unsafe()).isEmpty();
        }
    }

    @Test
    void i2_aNodeThatSomebodyElseDrainedEndsConvergedAndStillDrainedForTheirReason() {
        try (SimulatedSite site = new SimulatedSite(drifted(22), folder, SlurmFleetTest::underSlurm)) {
            site.fleet
                    .slurm()
                    .run(List.of("scontrol", "update", "nodename=" + NODE, "state=DRAIN", "reason=fan, ticket 4711"));

            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.fleet.slurm().state(NODE)).contains("DRAIN");
            assertThat(site.fleet.slurm().reason(NODE)).isEqualTo("fan, ticket 4711");
            assertThat(changesOf(site)).noneMatch(change -> change.contains("RESUME"));
        }
    }

    @Test
    void aNodeThatIsHeldStaysDrainedAndItsReasonSaysWhy() {
        FleetPlan plan = FleetPlan.whole(23, 2).timeFactor(300).changing(NODE, n -> n.with(new Condition.GpuLost(3)));
        try (SimulatedSite site = new SimulatedSite(plan, folder, SlurmFleetTest::underSlurm)) {
            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.RMA_CANDIDATE);
            assertThat(site.fleet.slurm().state(NODE)).endsWith("+DRAIN");
            assertThat(site.fleet.slurm().reason(NODE)).startsWith("slipway:").contains(" | held: RMA candidate");
        }
    }

    /** The other node may be lent to a two-node test meanwhile. */
    private static List<String> changesOf(SimulatedSite site) {
        return site.fleet.slurm().changes().stream()
                .filter(change -> change.startsWith(NODE + " "))
                .toList();
    }

    /** A job on every GPU of the node that ends by itself. */
    private static int train(SimulatedFleet fleet) {
        SimulatedNode node = fleet.node(NODE);
        int job = fleet.slurm().start(NODE, "alice");
        node.clock().run(() -> node.addProcess(new GpuProcess(4121, "/usr/bin/python3", 0, "job-" + job)));
        node.clock().later("job", JOB, () -> {
            node.clock().run(() -> node.endProcesses("job-" + job));
            fleet.slurm().end(job);
        });
        return job;
    }
}
