package dev.slipway.worker;

import dev.slipway.activities.AdapterModules;
import dev.slipway.activities.WorkerContext;
import dev.slipway.config.Config;
import dev.slipway.config.SiteConfig;
import dev.slipway.config.process.ServerCommand;
import dev.slipway.config.process.StartFailure;
import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.ledger.LedgerDatabase;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.worker.WorkerFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the worker process: hosts workflows and activities until a signal stops it, then finishes what it can in 30
 * seconds. It fails at once, with one sentence, if Temporal does not answer, and never falls back to another engine.
 */
public final class Worker {
    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final long STOP_SECONDS = 30;

    private static final ServerCommand COMMAND = new ServerCommand(
            "worker",
            "Runs a worker: it hosts the runbooks and reaches nodes, clusters and BMCs. Any number\n"
                    + "of workers may run; stopping one stops no run.",
            List.of("slipway worker", "SLIPWAY_LOG_LEVEL=DEBUG slipway worker"));

    private Worker() {}

    /** Is a worker that polls. Closing it stops polling and waits for work in progress. */
    public record Running(WorkerFactory factory, AdapterModules modules) implements AutoCloseable {
        @Override
        public void close() {
            factory.shutdown();
            factory.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
            modules.close();
        }
    }

    /** Runs until a signal stops it, on the configuration that {@link Config#directory} finds. */
    public static void main(String[] args) {
        COMMAND.answer(List.of(args), System.out, System.err).ifPresent(System::exit);
        try {
            Config config = Config.load(Config.directory(System.getenv()));
            Running running = start(connect(config));
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "worker-stop"));
            log.info(
                    "slipway worker polls {} at {}; its configuration is {}",
                    String.join(", ", Hosting.queues(config)),
                    config.site().temporal().target(),
                    config.directory());
        } catch (RuntimeException e) {
            System.exit(failure(e).print(e, args, System.err));
        }
    }

    /** Describes what kept the worker from starting. */
    static StartFailure failure(RuntimeException e) {
        return e instanceof LedgerAway away
                ? StartFailure.away(String.valueOf(away.getMessage()), LedgerAway.NEXT)
                : StartFailure.of(e);
    }

    /**
     * Opens Temporal and ledger as configured. It fails if either does not answer, and never falls back to another
     * engine. The caller closes both.
     */
    public static WorkerContext connect(Config config) {
        SiteConfig.Temporal at = config.site().temporal();
        WorkflowServiceStubs stubs = TemporalConnection.connect(at, ANSWER_WITHIN);
        SiteConfig.Ledger ledger = config.site().ledger();
        LedgerDatabase database = LedgerDatabase.open(ledger.jdbcUrl(), ledger.user(), ledger.passwordFile());
        WorkflowClient client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder().setNamespace(at.namespace()).build());
        return new WorkerContext(config, database, client, 1);
    }

    /** Starts polling with what is given, once what ended long ago is cleared away. */
    public static Running start(WorkerContext context) {
        AdapterModules modules = new AdapterModules(context);
        modules.tidy();
        WorkerFactory factory = WorkerFactory.newInstance(context.temporal(), Hosting.factory(context));
        Hosting.register(factory, context.config(), modules);
        factory.start();
        return new Running(factory, modules);
    }
}
