package dev.slipway.worker;

import dev.slipway.activities.ansible.OldPlays;
import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.SiteConfig;
import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.ledger.LedgerDatabase;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.worker.WorkerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker process: hosts workflows and activities until it is told to stop, then finishes what it can in 30 seconds.
 * Fails at once, with one sentence, when Temporal does not answer; never falls back to another engine.
 */
public final class Worker {
    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final long STOP_SECONDS = 30;
    private static final Duration PLAYS_KEPT = Duration.ofDays(30);

    private Worker() {}

    /** A worker that polls. Closing it stops polling and waits for what is under way. */
    public record Running(WorkerFactory factory, Wiring wiring) implements AutoCloseable {
        @Override
        public void close() {
            factory.shutdown();
            factory.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
            wiring.close();
        }
    }

    /** Configuration is read from {@code SLIPWAY_CONFIG}, else {@code ./config}. */
    public static void main(String[] args) {
        try {
            Config config = Config.load(Path.of(System.getenv().getOrDefault("SLIPWAY_CONFIG", "config")));
            Running running = start(connect(config));
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "worker-stop"));
            log.info(
                    "slipway worker polls {} at {}",
                    String.join(", ", queues(config)),
                    config.site().temporal().target());
        } catch (ConfigProblems e) {
            fail(
                    "the configuration is wrong:\n" + e.getMessage(),
                    "correct it; check it with: slipway config check",
                    e,
                    args);
        } catch (LedgerAway e) {
            fail(String.valueOf(e.getMessage()), "see `ledger` in slipway.yaml", e, args);
        } catch (TemporalTrouble e) {
            fail(e.what(), e.next(), e, args);
        } catch (RuntimeException e) {
            fail(
                    "the worker could not start: " + e.getMessage(),
                    "see `temporal` in slipway.yaml; --debug shows more",
                    e,
                    args);
        }
    }

    /**
     * Opens Temporal and ledger as configured. Fails when either does not answer; never falls back to another engine. The
     * caller closes both.
     */
    public static Parts connect(Config config) {
        SiteConfig.Temporal at = config.site().temporal();
        WorkflowServiceStubs stubs = TemporalConnection.connect(at, ANSWER_WITHIN);
        SiteConfig.Ledger ledger = config.site().ledger();
        LedgerDatabase database = LedgerDatabase.open(ledger.jdbcUrl(), ledger.user(), ledger.passwordFile());
        WorkflowClient client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder().setNamespace(at.namespace()).build());
        return new Parts(config, database, client, 1);
    }

    /** Starts polling with what is given, once plays that ended long ago are deleted. */
    public static Running start(Parts parts) {
        deleteOldPlays(parts);
        WorkerFactory factory = WorkerFactory.newInstance(parts.temporal(), Hosting.factory(parts));
        Runbooks runbooks = Runbooks.found();
        Wiring wiring = new Wiring(parts, runbooks);
        String own = parts.config().site().temporal().taskQueue();
        for (String queue : queues(parts.config())) {
            io.temporal.worker.Worker worker = factory.newWorker(queue, Hosting.options());
            if (queue.equals(own)) {
                Hosting.workflows(worker, runbooks);
            }
            Hosting.activities(worker, wiring);
        }
        factory.start();
        return new Running(factory, wiring);
    }

    /** A worker that cannot clear away works all the same, and says so. */
    private static void deleteOldPlays(Parts parts) {
        Path runs = parts.config().site().ansible().runs();
        try {
            new OldPlays(runs).delete(parts.clock().instant().minus(PLAYS_KEPT));
        } catch (IOException | UncheckedIOException e) {
            System.err.println("slipway: plays in " + runs + " that ended long ago could not be deleted: " + e);
        }
    }

    /** The queues that a worker of this configuration serves. Workflows are hosted on the site's own queue only. */
    static Set<String> queues(Config config) {
        Set<String> queues = new LinkedHashSet<>(config.site().worker().queues());
        if (queues.isEmpty()) {
            queues.add(config.site().temporal().taskQueue());
            config.fleets().values().forEach(fleet -> queues.add(config.taskQueueOf(fleet)));
        }
        return queues;
    }

    private static void fail(String what, String next, RuntimeException e, String[] args) {
        System.err.println("slipway: " + what);
        System.err.println("         " + next);
        if (Arrays.asList(args).contains("--debug")) {
            e.printStackTrace();
        }
        System.exit(1);
    }
}
