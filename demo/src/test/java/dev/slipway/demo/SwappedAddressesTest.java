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
import dev.slipway.simulator.observe.ObservedNode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two members of a fleet whose SSH addresses were swapped: what is read and changed under the one name is the machine
 * that works under the other. The observer judges, and it knows nothing of addresses.
 */
class SwappedAddressesTest {
    private static final String IDLE = "gpu-001";
    private static final String BUSY = "gpu-002";

    @TempDir
    private Path folder = Path.of("");

    enum Scheduled {
        KUBERNETES,
        SLURM,
        BOTH,
        NOBODY;

        void configure(Path site, SimulatedFleet fleet) {
            Path file = site.resolve("fleets/rack-a.yaml");
            String slurm = "slurm: { host: 127.0.0.1, port: %d, user: admin }"
                    .formatted(fleet.ssh().port(SimulatedFleet.LOGIN_HOST));
            String kubernetes =
                    "kubernetes:\n  kubeconfig: " + fleet.kubeconfig().toAbsolutePath() + "\n";
            switch (this) {
                case KUBERNETES -> {}
                case SLURM -> {
                    SimulatedSite.change(file, "scheduler: kubernetes", "scheduler: slurm\n" + slurm);
                    SimulatedSite.change(file, kubernetes, "");
                }
                case BOTH ->
                    SimulatedSite.change(file, "scheduler: kubernetes", "scheduler: slurm-and-kubernetes\n" + slurm);
                case NOBODY -> {
                    SimulatedSite.change(file, "scheduler: kubernetes", "scheduler: none");
                    SimulatedSite.change(file, kubernetes, "");
                }
            }
            swap(file, fleet.ssh().port(IDLE), fleet.ssh().port(BUSY));
        }

        private static void swap(Path file, int one, int other) {
            SimulatedSite.change(file, "port: " + one, "port: swapped");
            SimulatedSite.change(file, "port: " + other, "port: " + one);
            SimulatedSite.change(file, "port: swapped", "port: " + other);
        }
    }

    private static FleetPlan plan() {
        return FleetPlan.whole(41, 2)
                .timeFactor(300)
                .changing(
                        BUSY,
                        node -> node.with(new Condition.Runs(SoftwareSet.previous()))
                                .serving(8));
    }

    /** The job has all GPUs of its node, and reads its data just now: no process is on a GPU. */
    private static void betweenSteps(SimulatedNode node) {
        node.clock()
                .run(() -> node.processes().stream()
                        .map(GpuProcess::owner)
                        .distinct()
                        .forEach(node::endProcesses));
    }

    @ParameterizedTest
    @EnumSource(Scheduled.class)
    void aMachineThatWorksUnderAnotherNameIsNeitherChangedNorRebootedNorTakenOut(Scheduled scheduled) {
        try (SimulatedSite site = new SimulatedSite(plan(), folder, scheduled::configure)) {
            site.fleet.slurm().start(BUSY, "alice");
            betweenSteps(site.fleet.node(BUSY));

            NodeOutcome outcome = site.run(IDLE);

            assertThat(site.observer.observe().unsafe()).isEmpty();
            for (ObservedNode seen : site.observer.observe().nodes().values()) {
                assertThat(seen.transactions()).isEmpty();
                assertThat(seen.boots()).isZero();
                assertThat(seen.cordon().cordoned()).isFalse();
            }
            assertThat(site.fleet.nodes())
                    .allSatisfy(node -> assertThat(node.mark()).isEmpty());
            assertThat(site.fleet.slurm().changes()).isEmpty();
            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.UNTOUCHED);
            assertThat(outcome.reason()).contains(IDLE, BUSY, "address", "fleets/");
        }
    }
}
