package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.observe.FleetObserver;
import dev.slipway.starter.Starter;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: as in production, on PostgreSQL, no run stops, no record is lost and nothing happens twice while Temporal's
 * server is killed and while the ledger is away for minutes. Method: image-drift on a simulated fleet; Temporal's own
 * server and the ledger each on a PostgreSQL of its own. The server gets SIGKILL in the moment in which a node begins a
 * job or a transaction, goes down or is back, and once while the ledger is away too; the ledger's database crashes with
 * a dozen runs under way. The observer judges the fleet; the ledger's rows are held against the histories.
 */
@Tag("prove-postgres")
@Timeout(1800)
class PostgresProofIT {
    private static final int RUNS_A_KILL = 5;
    private static final int RUNS_A_LEDGER = 12;
    private static final int RUN_SECONDS = 300;
    private static final Duration LEDGER_AWAY = Duration.ofSeconds(125);
    /** Longer than a heartbeat may be missed, once; else as soon as it comes up. */
    private static final Duration SERVER_AWAY = Duration.ofSeconds(25);

    private static final Duration LONGEST = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final LabService server = LabService.given("temporal-server", "SLIPWAY_TEMPORAL_SERVER");
    private final LabService database = LabService.given("postgres", "SLIPWAY_POSTGRES");
    private final Sightings sightings = new Sightings();
    private final Map<String, NodeRun> runs = new LinkedHashMap<>();
    private int serverKills;
    private long ledgerAway;
    private long stepsUnderWay;

    @Test
    void noRunStopsNoRecordIsLostAndNothingHappensTwice() throws Exception {
        KillPlan plan = plan();
        String postgres =
                Optional.ofNullable(System.getenv("SLIPWAY_POSTGRES_URL")).orElseThrow();
        try (Engine engine = engine();
                SimulatedFleet fleet = SimulatedFleet.start(plan.fleet(1), folder.resolve("fleet"));
                Imaging imaging = new Imaging(fleet)) {
            FleetObserver observer = new FleetObserver(fleet);
            Path site = folder.resolve("site");
            Config config = KillSite.write(site, plan, fleet, engine, imaging);
            Files.createDirectories(folder.resolve("gates"));
            Path log = folder.resolve("worker.log");
            try (LedgerDatabase ledger = LedgerDatabase.open(postgres, "postgres", Optional.empty());
                    Starter.Running starter =
                            Starter.start(KillSite.installation(config, ledger, engine), new HostPort("127.0.0.1", 0));
                    WorkerProcess worker = WorkerProcess.start(
                            GatedWorker.class,
                            site,
                            log,
                            "20",
                            folder.resolve("gates").toString())) {
                Api api = new Api(starter.url(), config.site().starter().tokenFile());
                fleet.nodes().forEach(node -> node.listen(sightings));
                for (KillPlan.Round round : plan.rounds()) {
                    disturb(round, api, ledger, round.equals(plan.rounds().getLast()));
                }
                Map<String, NodeOutcome> ends = ends(plan, engine, log);
                List<String> missing = missing(new RunRecords(ledger, engine.client()), ends);
                FleetVerdict verdict = FleetVerdict.of(plan, fleet, observer, ledger.audit());
                figures(verdict, missing, worker.restarts());
                assertThat(missing).as("records that the ledger owes").isEmpty();
                assertThat(worker.restarts())
                        .as("workers that ended by themselves")
                        .isZero();
                verdict.isGood();
                StatusTruth.holdsAt(KillSite.installation(config, ledger, engine), fleet);
            }
        }
    }

    /** A round for each sight at which the server is killed; then one in which the ledger goes. */
    private static KillPlan plan() {
        List<KillPlan.Round> rounds = new ArrayList<>();
        int node = 0;
        for (KillPlan.Sight sight : KillPlan.Sight.values()) {
            rounds.add(round(node, RUNS_A_KILL, sight));
            node += RUNS_A_KILL;
        }
        rounds.add(round(node, RUNS_A_LEDGER, KillPlan.Sight.TRANSACTION));
        return new KillPlan(List.copyOf(rounds));
    }

    /** Of the runs of a round the last one rolls back, and of a long round the last but one is held. */
    private static KillPlan.Round round(int first, int runs, KillPlan.Sight sight) {
        List<KillPlan.Hit> hits = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            Fate fate = i == runs - 1
                    ? Fate.ROLLS_BACK
                    : i == runs - 2 && runs > RUNS_A_KILL ? Fate.IS_HELD : Fate.CONVERGES;
            hits.add(new KillPlan.Hit(KillPlan.name(first + i), fate, Optional.empty()));
        }
        return new KillPlan.Round(List.copyOf(hits), Optional.of(sight));
    }

    private void disturb(KillPlan.Round round, Api api, LedgerDatabase ledger, boolean last) {
        boolean[] alive = {true};
        sightings.watch(round, () -> alive[0] = last || server.strike("server.pid"));
        round.hits()
                .forEach(hit ->
                        runs.put(hit.node(), NodeRun.start(api, hit.fate().begins(), hit.node())));
        until(sightings::seen, "a node shows " + round.sight().orElseThrow());
        assertThat(alive[0]).as("the server was alive when it was killed").isTrue();
        if (last) {
            ledgerAway(ledger);
        } else {
            serverAway(round.sight().orElseThrow() == KillPlan.Sight.DOWN ? SERVER_AWAY : Duration.ZERO);
        }
    }

    private void serverAway(Duration time) {
        server.kill();
        serverKills++;
        pass(time);
        server.start();
    }

    /** In the middle of it Temporal's server crashes too. */
    private void ledgerAway(LedgerDatabase ledger) {
        stepsUnderWay =
                ledger.nodeRows().all().stream().map(NodeNote::step).distinct().count();
        database.kill();
        long since = System.nanoTime();
        pass(LEDGER_AWAY.dividedBy(2));
        serverAway(Duration.ZERO);
        pass(LEDGER_AWAY.minusNanos(System.nanoTime() - since));
        ledgerAway = Duration.ofNanos(System.nanoTime() - since).toSeconds();
        database.start();
    }

    private Map<String, NodeOutcome> ends(KillPlan plan, Engine engine, Path log) throws Exception {
        Map<String, NodeOutcome> ends = new LinkedHashMap<>();
        for (KillPlan.Hit hit : plan.hits()) {
            NodeRun run = Optional.ofNullable(runs.get(hit.node())).orElseThrow();
            try {
                NodeOutcome outcome = run.outcome(engine, RUN_SECONDS);
                assertThat(outcome.outcome())
                        .as(hit + ": " + outcome)
                        .isEqualTo(hit.fate().end());
                ends.put(hit.node(), outcome);
            } catch (TimeoutException e) {
                throw new AssertionError(hit + " did not end; the worker said:\n" + WorkerProcess.tail(log), e);
            }
        }
        return ends;
    }

    private List<String> missing(RunRecords records, Map<String, NodeOutcome> ends) {
        List<String> missing = new ArrayList<>();
        runs.forEach((node, run) -> missing.addAll(
                records.missing(run, Optional.ofNullable(ends.get(node)).orElseThrow())));
        return missing;
    }

    private static Engine engine() {
        String target = Optional.ofNullable(System.getenv("TEMPORAL_ADDRESS")).orElseThrow();
        WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
        // It has no UI; the configuration wants the address of one.
        return new Engine(WorkflowClient.newInstance(stubs), "server", target, "http://" + target, stubs::shutdownNow);
    }

    private static void until(BooleanSupplier done, String what) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + LONGEST + ": " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    /** What is away stays away for this long: that is what is tested, not a wait for something. */
    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private void figures(FleetVerdict verdict, List<String> missing, int restarts) throws Exception {
        LabRuns.figures(
                "runs=%d server_kills=%d ledger_away_s=%d steps_under_way=%d worker_restarts=%d lost=%d doubled=%d"
                        .formatted(
                                runs.size(),
                                serverKills,
                                ledgerAway,
                                stepsUnderWay,
                                restarts,
                                missing.size() + verdict.violations().size(),
                                verdict.rebootsDoubled() + verdict.transactionsDoubled() + verdict.resetsDoubled()));
    }
}
