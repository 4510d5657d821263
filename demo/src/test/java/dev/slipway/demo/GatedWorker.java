package dev.slipway.demo;

import dev.slipway.activities.record.NodeNotes;
import dev.slipway.config.Config;
import dev.slipway.worker.Hosting;
import dev.slipway.worker.Parts;
import dev.slipway.worker.Runbooks;
import dev.slipway.worker.Wiring;
import dev.slipway.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import java.nio.file.Path;

/** The worker of a simulated fleet as a process: as the product's, but in a hurry, and with a {@link StepGate}. */
public final class GatedWorker {
    private GatedWorker() {}

    /** Takes how many times faster nodes are asked, and the folder of the gates; the configuration as the product does. */
    public static void main(String[] args) {
        Config config = Config.load(Path.of(System.getenv().getOrDefault("SLIPWAY_CONFIG", "config")));
        Parts at = Worker.connect(config);
        Parts parts = new Parts(config, at.ledger(), at.temporal(), Double.parseDouble(args[0]));
        Runbooks runbooks = Runbooks.found();
        WorkerFactory factory = WorkerFactory.newInstance(
                parts.temporal(),
                WorkerFactoryOptions.newBuilder(Hosting.factory(parts))
                        .setWorkerInterceptors(
                                new NodeNotes(parts.ledger(), parts.clock()), new StepGate(Path.of(args[1])))
                        .build());
        Hosting.register(
                factory.newWorker(config.site().temporal().taskQueue(), Hosting.options()),
                runbooks,
                new Wiring(parts, runbooks));
        factory.start();
        System.out.println("a gated worker polls");
    }
}
