package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.WorkerContext;
import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: image-drift, unchanged, on real Debian nodes under a real slurmctld.
 * Method: a job has one node and ends by itself, somebody else has drained the other. The end is judged by what nodes and
 * slurmctld say. A slurmd on this machine stands for each node.
 */
@Tag("prove-slurm")
class SlurmProofIT {
    private static final List<String> NODES = List.of("n1", "n2");
    private static final String FOREIGN = "fan 3 is loud, ticket 4711";
    private static final int RUN_SECONDS = 300;
    private static final String JOB_SECONDS = "20";

    @TempDir
    Path folder;

    @Test
    void waitsForAJobConvergesBothNodesAndLeavesTheForeignDrain() throws Exception {
        Path home = Path.of("..").toAbsolutePath().normalize();
        Path lab =
                Path.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_NODES")).orElseThrow());
        LabFleet fleet = new LabFleet(home, lab, NODES);
        // Before anybody follows their boots: the fault reboots the node.
        NODES.forEach(node -> fleet.fault(node, "drifted"));
        try (Engine engine = Engine.start(folder, false, System.getenv());
                LabSlurm slurm = new LabSlurm(home, fleet, NODES)) {
            List<Integer> before = NODES.stream().map(fleet::boots).toList();
            slurm.say("scontrol", "update", "nodename=n2", "state=DRAIN", "reason=" + FOREIGN);
            slurm.say(
                    "sbatch",
                    "--nodelist=n1",
                    "--exclusive",
                    "--output=/dev/null",
                    "--chdir=/",
                    "--wrap=sleep " + JOB_SECONDS + " && touch " + folder.resolve("job-ended-by-itself"));

            List<NodeOutcome> outcomes = run(fleet, slurm, engine);

            assertThat(outcomes).extracting(NodeOutcome::outcome).containsExactly(Outcome.CONVERGED, Outcome.CONVERGED);
            assertThat(folder.resolve("job-ended-by-itself")).exists();
            assertThat(slurm.show("n1", "State")).startsWith("IDLE ");
            assertThat(slurm.show("n1", "Reason")).isEmpty();
            assertThat(slurm.show("n1", "Comment")).startsWith("slipway-readmitted:");
            assertThat(slurm.show("n2", "State")).contains("+DRAIN");
            assertThat(slurm.show("n2", "Reason")).startsWith(FOREIGN + " [");
            int boots = fleet.boots("n1") + fleet.boots("n2") - before.getFirst() - before.getLast();
            assertThat(boots).isEqualTo(2);
            LabRuns.figures(
                    "nodes=2 converged=2 jobs_ended_by_themselves=1 foreign_drains_kept=1 boots_expected=2 boots_seen="
                            + boots);
        }
    }

    private List<NodeOutcome> run(LabFleet fleet, LabSlurm slurm, Engine engine) throws Exception {
        Path site = folder.resolve("site");
        Config config = fleet.configure(site, engine, "scheduler: slurm\nslurm: { conf: " + slurm.conf() + " }");
        try (LedgerDatabase ledger = LedgerDatabase.open(
                        config.site().ledger().jdbcUrl(), config.site().ledger().user(), Optional.empty());
                Worker.Running worker = Worker.start(new WorkerContext(config, ledger, engine.client(), 1));
                Starter.Running starter = Starter.start(
                        new Installation(config, ledger, engine.client(), Clock.systemUTC()),
                        new HostPort("127.0.0.1", 0))) {
            Api api = new Api(starter.url(), config.site().starter().tokenFile());
            assertThat(worker).isNotNull();
            NodeRun first = NodeRun.start(api, "n1");
            NodeRun second = NodeRun.start(api, "n2");
            return List.of(first.outcome(engine, RUN_SECONDS), second.outcome(engine, RUN_SECONDS));
        }
    }
}
