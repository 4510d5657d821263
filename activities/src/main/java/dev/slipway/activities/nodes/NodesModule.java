package dev.slipway.activities.nodes;

import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.spi.BmcChecks;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.JobNames;
import dev.slipway.activities.spi.MutationJournal;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.Registration;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.config.FleetConfig.Scheduler;
import dev.slipway.model.Act;
import dev.slipway.model.facts.NodeDetails.Location;
import dev.slipway.model.facts.Reading;
import java.util.Map;
import java.util.function.BiFunction;

/** Wires nodes to the schedulers that their fleets name, and to the probe that reads them. */
public final class NodesModule {
    private final WorkerContext context;
    private final NodeTools tools;
    private final ConfiguredSchedulers schedulers;
    private final KnownMachines machines;

    /**
     * Takes {@code drainedSlurm}, which does not check GPUs: under both schedulers that is done once, when jobs and
     * pods have left, by the drain in Kubernetes, which comes last.
     */
    public NodesModule(
            WorkerContext context,
            NodeTools tools,
            NodeScheduler kubernetes,
            NodeScheduler slurm,
            NodeScheduler drainedSlurm) {
        this.context = context;
        this.tools = tools;
        this.machines = new KnownMachines(context.config(), context.ledger().facts());
        this.schedulers = new ConfiguredSchedulers(
                context.config(),
                Map.of(
                        Scheduler.KUBERNETES,
                        kubernetes,
                        Scheduler.SLURM,
                        slurm,
                        Scheduler.SLURM_AND_KUBERNETES,
                        new SlurmAndKubernetes(drainedSlurm, kubernetes, context.clock()),
                        Scheduler.NONE,
                        new MarkedNodes(new SshMarks(tools.ssh()), machine(tools), context.clock())));
    }

    /** Returns the machine under a node's name, by the probe. */
    public static ProbedMachine machine(NodeTools tools) {
        return new ProbedMachine(tools.facts()::run, tools.clock());
    }

    /** Returns the scheduler of the node that an act is about. */
    public Schedulers schedulers() {
        return schedulers;
    }

    /** Returns which machine belongs under a node's name. */
    public KnownMachines machines() {
        return machines;
    }

    /** Returns facts that are read now. {@code bmcs} checks for a silent node whether its BMC answers. */
    public FreshFacts facts(
            BmcChecks bmcs, JobNames names, BiFunction<Act, Map<String, String>, Reading<Location>> places) {
        return new ProbedNode(
                        new BmcAwareProbe(tools.facts()::run, bmcs::besides),
                        machines,
                        schedulers,
                        places,
                        context.clock())
                .withJobNames(names);
    }

    /** Returns whether the scheduler of a node has seen its boot. */
    public Registration registration() {
        return new BootRegistration(schedulers);
    }

    /** Returns what a run did to a node, by {@code audit} and by the node itself. */
    public MutationJournal journal(MutationJournal audit) {
        return new NodeJournal(audit, tools.ssh());
    }
}
