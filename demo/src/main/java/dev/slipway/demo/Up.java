package dev.slipway.demo;

import dev.slipway.activities.WorkerContext;
import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.starter.CannotListen;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.nio.file.Path;
import java.time.Clock;

/** {@code slipway up} runs worker and starter in one process on one H2 file, for a small site. */
public final class Up {
    private Up() {}

    /** Runs until the process is stopped. {@code SLIPWAY_CONFIG}, else {@code ./config}, is its configuration. */
    public static void main(String[] args) {
        try {
            start(Config.load(Path.of(System.getenv().getOrDefault("SLIPWAY_CONFIG", "config"))));
        } catch (ConfigProblems e) {
            fail("the configuration is wrong:\n" + e.getMessage(), "correct it; check it with: slipway config check");
        } catch (LedgerAway e) {
            fail(String.valueOf(e.getMessage()), "see `ledger` in slipway.yaml");
        } catch (TemporalTrouble e) {
            fail(e.what(), e.next());
        } catch (CannotListen e) {
            fail(String.valueOf(e.getMessage()), CannotListen.NEXT);
        } catch (RuntimeException e) {
            fail("it could not start: " + e.getMessage(), "see `temporal` and `starter` in slipway.yaml");
        }
    }

    private static void start(Config config) {
        WorkerContext context = Worker.connect(config);
        // First the starter: an `up` that cannot listen takes up no step.
        Starter.Running starter = Starter.start(
                new Installation(config, context.ledger(), context.temporal(), Clock.systemUTC()),
                config.site().starter().address());
        Worker.Running worker = Worker.start(context);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            starter.close();
                            worker.close();
                            context.ledger().close();
                            context.temporal().getWorkflowServiceStubs().shutdownNow();
                        },
                        "up-stop"));
        System.out.println("slipway is up at " + starter.url() + ", Temporal at "
                + config.site().temporal().target() + "; its token is in "
                + config.site().starter().tokenFile());
    }

    private static void fail(String what, String next) {
        System.err.println("slipway: " + what);
        System.err.println("         " + next);
        System.exit(1);
    }
}
