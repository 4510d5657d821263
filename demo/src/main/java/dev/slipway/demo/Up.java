package dev.slipway.demo;

import dev.slipway.activities.WorkerContext;
import dev.slipway.config.Config;
import dev.slipway.config.process.ServerCommand;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.time.Clock;
import java.util.List;

/** {@code slipway up} runs worker and starter in one process on one H2 file, for a small site. */
public final class Up {
    private static final ServerCommand COMMAND = new ServerCommand(
            "up",
            "Runs worker and starter in one process, for a small site. It needs a Temporal server;\n"
                    + "the ledger may be a file. With --demo it brings its own Temporal and a simulated\n"
                    + "fleet, with one node that waits for a decision, and prints what to try.",
            List.of("slipway up", "SLIPWAY_CONFIG=/etc/slipway slipway up", "slipway up --demo"));
    private static final String PLAYGROUND = "--demo";

    private Up() {}

    /** Runs until the process is stopped, on the configuration that {@link Config#directory} finds. */
    public static void main(String[] args) {
        List<String> words = List.of(args);
        COMMAND.answer(words.stream().filter(word -> !word.equals(PLAYGROUND)).toList(), System.out, System.err)
                .ifPresent(System::exit);
        try {
            if (words.contains(PLAYGROUND)) {
                Playground.run(System.getenv(), System.out);
                return;
            }
            start(Config.load(Config.directory(System.getenv())));
        } catch (RuntimeException e) {
            System.exit(Starter.failure(e).print(e, args, System.err));
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
                + config.site().temporal().target() + "; its configuration is " + config.directory()
                + ", its token is in "
                + config.site().starter().tokenFile());
    }
}
