package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.SiteConfig;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Parts;
import dev.slipway.worker.Worker;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** {@code slipway up}: worker and starter in one process on one H2 file, for a small site. Never falls back to another engine. */
public final class Up {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private Up() {}

    /** Configuration is read from {@code SLIPWAY_CONFIG}, else {@code ./config}. Runs until the process is told to stop. */
    public static void main(String[] args) {
        try {
            start(Config.load(Path.of(System.getenv().getOrDefault("SLIPWAY_CONFIG", "config"))));
        } catch (ConfigProblems e) {
            fail("the configuration is wrong:\n" + e.getMessage(), "correct it; check it with: slipway config check");
        } catch (LedgerAway e) {
            fail(String.valueOf(e.getMessage()), "see `ledger` in slipway.yaml");
        } catch (RuntimeException e) {
            fail("it could not start: " + e.getMessage(), "see `temporal` and `starter` in slipway.yaml");
        }
    }

    private static void start(Config config) {
        SiteConfig.Temporal at = config.site().temporal();
        WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(at.target().toString())
                .build());
        try {
            stubs.connect(ANSWER_WITHIN);
        } catch (RuntimeException e) {
            stubs.shutdownNow();
            throw new IllegalStateException("Temporal does not answer at " + at.target(), e);
        }
        WorkflowClient client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder().setNamespace(at.namespace()).build());
        SiteConfig.Ledger kept = config.site().ledger();
        LedgerDatabase ledger = LedgerDatabase.open(kept.jdbcUrl(), kept.user(), kept.passwordFile());
        Worker.Running worker = Worker.start(new Parts(config, ledger, client, Clock.systemUTC(), 1));
        Starter.Running starter = Starter.start(
                new Installation(config, ledger, client, Clock.systemUTC()),
                config.site().starter().address());
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            starter.close();
                            worker.close();
                            ledger.close();
                            stubs.shutdownNow();
                        },
                        "up-stop"));
        System.out.println("slipway is up at " + starter.url() + ", Temporal at " + at.target() + "; its token is in "
                + config.site().starter().tokenFile());
    }

    private static void fail(String what, String next) {
        System.err.println("slipway: " + what);
        System.err.println("         " + next);
        System.exit(1);
    }
}
