package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.observe.FleetObserver;
import dev.slipway.starter.Starter;
import dev.slipway.verdict.ShareOfTheDay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a worker that dies loses no run, reboots no node twice and repeats no package transaction, at whatever step it
 * dies. Method: the runbooks on a simulated fleet, and those they lead to; the worker is a process of its own and is
 * killed with SIGKILL at every step of the journal, before and after its effect, and in the middle of jobs,
 * transactions and reboots. The fleet's observer judges. By itself it plays the part of the plan that its seed names,
 * the number of the day ({@code -Dslipway.kills.seed=3} chooses one); {@code lab/prove kills --all} plays it whole.
 */
@Tag("prove-kills")
@Timeout(3_600)
class KillsProofIT {
    private static final int WHOLE = 266;
    private static final int RUNS = Integer.getInteger("slipway.kills.runs", WHOLE);
    private static final boolean ALL = Boolean.getBoolean("slipway.prove.all") || RUNS != WHOLE;
    private static final long SEED = Long.getLong("slipway.kills.seed", ShareOfTheDay.day());
    private static final int RUN_SECONDS = 900;

    @TempDir
    Path folder;

    @Test
    void everyRunEndsWellAtWhateverStepItsWorkerIsKilled() throws Exception {
        KillPlan plan = ALL ? KillPlan.of(RUNS) : KillPlan.sample(SEED);
        String postgres =
                Optional.ofNullable(System.getenv("SLIPWAY_POSTGRES_URL")).orElseThrow();
        try (Engine engine = Engine.start(folder, false, System.getenv());
                SimulatedFleet fleet = SimulatedFleet.start(plan.fleet(1), folder.resolve("fleet"));
                Imaging imaging = new Imaging(fleet)) {
            assertThat(engine.mode()).isEqualTo(Engine.DEV_SERVER);
            FleetObserver observer = new FleetObserver(fleet);
            Path site = folder.resolve("site");
            Config config = KillSite.write(site, plan, fleet, engine, imaging);
            try (LedgerDatabase ledger = LedgerDatabase.open(postgres, "postgres", Optional.empty());
                    Starter.Running starter =
                            Starter.start(KillSite.installation(config, ledger, engine), new HostPort("127.0.0.1", 0));
                    Killer killer = new Killer(folder, site)) {
                Api api = new Api(starter.url(), config.site().starter().tokenFile());
                Map<String, NodeRun> runs = new HashMap<>();
                fleet.nodes().forEach(node -> node.listen(killer.sightings()));
                for (KillPlan.Round round : plan.rounds()) {
                    killer.play(
                            round,
                            hit -> runs.put(
                                    hit.node(), NodeRun.start(api, hit.fate().begins(), hit.node())));
                }
                ended(engine, runs, plan, killer);
                operands(plan, fleet);
                judge(plan, FleetVerdict.of(plan, fleet, observer, ledger.audit()), killer);
                StatusTruth.holdsAt(KillSite.installation(config, ledger, engine), fleet);
            }
        }
    }

    private static void ended(Engine engine, Map<String, NodeRun> runs, KillPlan plan, Killer killer) throws Exception {
        for (KillPlan.Hit hit : plan.hits()) {
            NodeRun run = Optional.ofNullable(runs.get(hit.node())).orElseThrow();
            try {
                NodeOutcome outcome = run.outcome(engine, RUN_SECONDS);
                assertThat(outcome.outcome())
                        .as(hit + ": " + outcome)
                        .isEqualTo(hit.fate().end());
            } catch (TimeoutException e) {
                throw new AssertionError(hit + " did not end; the worker said:\n" + killer.said(), e);
            }
        }
    }

    /** I12: what was paused is as it was found, whoever died between the pause and the way back. */
    private static void operands(KillPlan plan, SimulatedFleet fleet) {
        for (KillPlan.Hit hit : plan.hits()) {
            assertThat(Operands.of(fleet, hit.node())).as(hit.toString()).isEqualTo(Operands.AS_FOUND);
            assertThat(Operands.recorded(fleet, hit.node())).as(hit.toString()).isFalse();
        }
    }

    private static void judge(KillPlan plan, FleetVerdict verdict, Killer killer) throws Exception {
        List<String> missed = new ArrayList<>(plan.gated());
        missed.removeAll(killer.stepsHit());
        List<Duration> resumed = killer.resumed();
        LabRuns.figures(
                ("seed=%s runs=%d kills=%d steps_hit=%d steps_all=%d lost=%d reboots_doubled=%d transactions_doubled=%d"
                                + " resets_doubled=%d"
                                + " resumed_median_s=%.1f resumed_max_s=%.1f")
                        .formatted(
                                ALL ? "all" : Long.toString(SEED),
                                plan.hits().size(),
                                killer.kills(),
                                killer.stepsHit().size(),
                                KillPlan.steps().size(),
                                verdict.violations().size(),
                                verdict.rebootsDoubled(),
                                verdict.transactionsDoubled(),
                                verdict.resetsDoubled(),
                                resumed.get(resumed.size() / 2).toMillis() / 1000.0,
                                resumed.getLast().toMillis() / 1000.0));
        assertThat(missed)
                .as("seed %d, steps that no kill has hit: %s", SEED, killer.leftOut())
                .isEmpty();
        verdict.isGood();
    }
}
