package dev.slipway.worker;

import dev.slipway.activities.record.NodeNotes;
import dev.slipway.doctor.DoctorRun;
import dev.slipway.drift.DriftCheckRun;
import dev.slipway.drift.DryRunRun;
import dev.slipway.drift.FactsLookRun;
import dev.slipway.drift.ReachLookRun;
import dev.slipway.fleet.CapacityBudget;
import dev.slipway.fleet.NodeReleaseRun;
import dev.slipway.fleet.RolloutRun;
import dev.slipway.fleet.WaveRun;
import dev.slipway.frame.PartnerLoan;
import dev.slipway.input.StartInput;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;

/** Puts workflows and activities on a worker. */
public final class Hosting {
    private static final long DEADLOCK_MILLIS = 10_000;

    private Hosting() {}

    /**
     * Options of the factory: each activity writes the node's row and the audit; a run whose input cannot be used ends;
     * cheap threads for many runs.
     */
    public static WorkerFactoryOptions factory(Parts parts) {
        return WorkerFactoryOptions.newBuilder()
                .setWorkerInterceptors(new NodeNotes(parts.ledger(), parts.clock()), new StartInput())
                .setUsingVirtualWorkflowThreads(true)
                .build();
    }

    /** Options of the worker: a fleet's activities mostly wait, so many run at once. */
    public static WorkerOptions options() {
        return WorkerOptions.newBuilder()
                .setUsingVirtualThreads(true)
                .setMaxConcurrentActivityExecutionSize(1_000)
                .setMaxConcurrentLocalActivityExecutionSize(1_000)
                .setDefaultDeadlockDetectionTimeout(DEADLOCK_MILLIS)
                .build();
    }

    /** Registers every runbook that was found, the fleet's workflows, and every activity. */
    public static void register(Worker worker, Runbooks runbooks, Wiring wiring) {
        workflows(worker, runbooks);
        activities(worker, wiring);
    }

    /** Registers every runbook that was found and the fleet's workflows. */
    public static void workflows(Worker worker, Runbooks runbooks) {
        runbooks.types().forEach(worker::registerWorkflowImplementationTypes);
        worker.registerWorkflowImplementationTypes(
                PartnerLoan.class,
                CapacityBudget.class,
                RolloutRun.class,
                WaveRun.class,
                NodeReleaseRun.class,
                DriftCheckRun.class,
                DryRunRun.class,
                FactsLookRun.class,
                ReachLookRun.class,
                DoctorRun.class);
    }

    /** Registers every activity. */
    public static void activities(Worker worker, Wiring wiring) {
        wiring.activities().forEach(worker::registerActivitiesImplementations);
    }
}
