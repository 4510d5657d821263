package dev.slipway.demo;

import dev.slipway.activities.AdapterModules;
import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.audit.AuditInterceptor;
import dev.slipway.config.Config;
import dev.slipway.worker.Hosting;
import dev.slipway.worker.Runbooks;
import dev.slipway.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import java.nio.file.Path;

/** The worker of a simulated fleet as a process: as the product's, but in a hurry, and with a {@link StepGate}. */
public final class GatedWorker {
    private GatedWorker() {}

    /** Takes how many times faster nodes are asked, and the folder of the gates; the configuration as the product does. */
    public static void main(String[] args) {
        Config config = Config.load(Config.directory(System.getenv()));
        WorkerContext at = Worker.connect(config);
        WorkerContext context = new WorkerContext(config, at.ledger(), at.temporal(), Double.parseDouble(args[0]));
        Runbooks runbooks = Runbooks.found();
        WorkerFactory factory = WorkerFactory.newInstance(
                context.temporal(),
                WorkerFactoryOptions.newBuilder(Hosting.factory(context))
                        .setWorkerInterceptors(
                                new AuditInterceptor(context.ledger(), context.clock()), new StepGate(Path.of(args[1])))
                        .build());
        Hosting.register(
                factory.newWorker(config.site().temporal().taskQueue(), Hosting.options()),
                runbooks,
                new AdapterModules(context));
        factory.start();
        System.out.println("a gated worker polls");
    }
}
