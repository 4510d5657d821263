package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** module-reload on nodes that Slurm schedules, whose slurmd counts the GPUs when it starts. */
class SlurmDriverFleetTest {
    static final String NODE = "gpu-001";
    private static final String RELOAD = "module-reload";
    private static final Condition SLURMD = new Condition.SlurmdUnit();
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());

    @TempDir
    private Path folder = Path.of("");

    private void run(long seed, BiConsumer<SimulatedSite, NodeOutcome> judge, Condition... conditions) {
        run(folder, RELOAD, seed, judge, conditions);
    }

    /** A run of that runbook on the node of this name, which Slurm schedules, and what is judged after it. */
    static void run(
            Path folder,
            String runbook,
            long seed,
            BiConsumer<SimulatedSite, NodeOutcome> judge,
            Condition... conditions) {
        FleetPlan plan = FleetPlan.whole(seed, 2)
                .timeFactor(300)
                .changing(NODE, n -> n.with(conditions).with(SLURMD));
        try (SimulatedSite site = new SimulatedSite(plan, folder, SlurmFleetTest::underSlurm)) {
            NodeOutcome outcome = site.run(runbook, NODE);

            judge.accept(site, outcome);
            assertThat(site.observer.observe().unsafe()).isEmpty();
        }
    }

    static void resumedOnce(SimulatedSite site, NodeOutcome outcome) {
        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(site.fleet.slurm().state(NODE)).isEqualTo("IDLE");
        assertThat(site.fleet.slurm().reason(NODE)).isEmpty();
        List<String> changes = changesOf(site);
        assertThat(changes).hasSize(2);
        assertThat(changes.getFirst()).startsWith(NODE + " state=DRAIN reason=slipway:");
        assertThat(changes.getLast()).startsWith(NODE + " state=RESUME comment=slipway-readmitted:");
    }

    static List<String> changesOf(SimulatedSite site) {
        return site.fleet.slurm().changes().stream()
                .filter(change -> change.startsWith(NODE + " "))
                .toList();
    }

    private static long slurmdRestarts(SimulatedSite site) {
        SimulatedNode node = site.fleet.node(NODE);
        return node.clock()
                .call(() -> node.events().stream()
                        .filter(event -> event.kind() == NodeEvent.Kind.SERVICE)
                        .filter(event -> event.detail().equals("restart slurmd"))
                        .count());
    }

    private static int boots(SimulatedSite site) {
        return Objects.requireNonNull(site.observer.observe().nodes().get(NODE)).boots();
    }

    @Test
    void aReloadRestartsSlurmdWhichCountsTheGpusAgain() {
        run(
                51,
                (site, outcome) -> {
                    resumedOnce(site, outcome);
                    assertThat(slurmdRestarts(site)).isEqualTo(1);
                    assertThat(boots(site)).isZero();
                },
                OLD,
                UPGRADED);
    }

    @Test
    void aReloadThatNeedsARebootEndsInServiceAsWell() {
        run(
                52,
                (site, outcome) -> {
                    resumedOnce(site, outcome);
                    assertThat(boots(site)).isEqualTo(1);
                },
                OLD,
                UPGRADED,
                new Condition.ModuleLeaked());
    }

    /** Slurm counts boots by its own clock: a node whose clock is ahead has registered all the same. */
    @Test
    void aBootIsRegisteredWhateverTheNodesClockShows() {
        run(
                57,
                (site, outcome) -> {
                    resumedOnce(site, outcome);
                    assertThat(boots(site)).isEqualTo(1);
                },
                OLD,
                UPGRADED,
                new Condition.ModuleLeaked(),
                new Condition.ClockMoved(Duration.ofHours(1)));
    }
}
