package dev.slipway.worker;

import dev.slipway.activities.AdapterModules;
import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.audit.AuditInterceptor;
import dev.slipway.config.Config;
import dev.slipway.frame.engine.Port;
import dev.slipway.input.StartInput;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.util.LinkedHashSet;
import java.util.Set;

/** Puts workflows and activities on the queues of a worker. */
public final class Hosting {
    private Hosting() {}

    /**
     * Returns the options of the factory: each activity writes the node's row and the audit; a run whose input cannot
     * be used ends; cheap threads for many runs.
     */
    public static WorkerFactoryOptions factory(WorkerContext context) {
        return WorkerFactoryOptions.newBuilder()
                .setWorkerInterceptors(new AuditInterceptor(context.ledger(), context.clock()), new StartInput())
                .setUsingVirtualWorkflowThreads(true)
                .build();
    }

    /**
     * Returns the options of the worker: a fleet's activities mostly wait, so many run in parallel. By itself the SDK
     * would send a heartbeat when four fifths of its limit are over, so that a pause of seconds cost an attempt.
     */
    public static WorkerOptions options() {
        return WorkerOptions.newBuilder()
                .setUsingVirtualThreads(true)
                .setMaxConcurrentActivityExecutionSize(1_000)
                .setMaxConcurrentLocalActivityExecutionSize(1_000)
                .setDefaultDeadlockDetectionTimeout(10_000)
                .setMaxHeartbeatThrottleInterval(Port.HEARTBEAT.dividedBy(3))
                .build();
    }

    /**
     * Returns the queues that a worker of this configuration serves. Workflows are hosted on the site's own queue only.
     */
    static Set<String> queues(Config config) {
        Set<String> queues = new LinkedHashSet<>(config.site().worker().queues());
        if (queues.isEmpty()) {
            queues.add(config.site().temporal().taskQueue());
            config.fleets().values().forEach(fleet -> queues.add(config.taskQueueOf(fleet)));
        }
        return queues;
    }

    /** Registers every activity on each queue of the worker, and every workflow on the site's own. */
    static void register(WorkerFactory factory, Config config, AdapterModules modules) {
        Runbooks runbooks = Runbooks.found();
        for (String queue : queues(config)) {
            Worker worker = factory.newWorker(queue, options());
            if (queue.equals(config.site().temporal().taskQueue())) {
                runbooks.types().forEach(worker::registerWorkflowImplementationTypes);
            }
            activities(worker, runbooks, modules);
        }
    }

    /** Registers every workflow that was found, and every activity. */
    public static void register(Worker worker, Runbooks runbooks, AdapterModules modules) {
        runbooks.types().forEach(worker::registerWorkflowImplementationTypes);
        activities(worker, runbooks, modules);
    }

    private static void activities(Worker worker, Runbooks runbooks, AdapterModules modules) {
        modules.activities(runbooks.tables(), runbooks.workflowTypes())
                .forEach(worker::registerActivitiesImplementations);
    }
}
