package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.JobNames;
import dev.slipway.activities.spi.MachineReading;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.facts.FactsHash;
import dev.slipway.facts.FactsSummary;
import dev.slipway.facts.probe.Probe;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.BootLog;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Identity;
import dev.slipway.rules.triage.KernelErrors;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Reads a node by the probe and stores the facts in the ledger. */
public final class ProbedNode implements FreshFacts {
    private final Probes probes;
    private final KnownMachines machines;
    private final Schedulers schedulers;
    private final BiFunction<Act, Map<String, String>, Reading<NodeDetails.Location>> places;
    private final InstantSource clock;
    private final JobNames jobs;

    /** Creates it without names for the processes on GPUs. */
    public ProbedNode(
            Probes probes,
            KnownMachines machines,
            Schedulers schedulers,
            BiFunction<Act, Map<String, String>, Reading<NodeDetails.Location>> places,
            InstantSource clock) {
        this.probes = probes;
        this.machines = machines;
        this.schedulers = schedulers;
        this.places = places;
        this.clock = clock;
        this.jobs = JobNames.none();
    }

    private ProbedNode(ProbedNode other, JobNames jobs) {
        this.probes = other.probes;
        this.machines = other.machines;
        this.schedulers = other.schedulers;
        this.places = other.places;
        this.clock = other.clock;
        this.jobs = jobs;
    }

    /** Returns the same, which also names what computes on GPUs. */
    public ProbedNode withJobNames(JobNames names) {
        return new ProbedNode(this, names);
    }

    /**
     * Fails with TRANSIENT if the node does not report which machine and which boot it is, and with MACHINE_MISMATCH,
     * and stores nothing, if the machine is not the one that belongs under the node's name.
     */
    @Override
    public FactsRef read(Act act) {
        Instant now = clock.instant();
        ProbeAnswer answer = ProbeAnswer.of(probes.run(
                act.node(), act.t0(), act.mark().map(Probe::after).stream().toArray(String[]::new)));
        NodeFacts facts = answer.facts(act.node(), now, clock.instant());
        Identity machine = known(act, "which machine it is", facts.identity());
        Boot boot = known(act, "which boot it runs", facts.boot());
        SchedulingState schedulingState = schedulers.of(act).standing(act);
        AnsweringMachine answering = new AnsweringMachine(machine, boot.bootId(), answer.hostname());
        machines.another(new MachineReading(facts, answering, schedulingState.reported(), act.adopted()))
                .ifPresent(sentence -> {
                    throw FailureType.MACHINE_MISMATCH.of(sentence);
                });
        Identity identity = answering.in(schedulingState.nodeUid());
        FactsRef ref = new FactsRef(
                act.node(),
                act.node() + "@" + now,
                boot.bootId(),
                FactsHash.of(facts),
                now,
                identity,
                FactsSummary.of(facts),
                Optional.of(read(facts.log(), boot)),
                facts.lacking());
        machines.store()
                .keep(
                        ref,
                        jobs.named(facts)
                                .with(new NodeDetails.Outside(
                                        places.apply(act, schedulingState.labels()),
                                        Reading.of(schedulingState.view()))));
        jobs.learn(act.node());
        return ref;
    }

    private static LogReading read(BootLog log, Boot boot) {
        return new LogReading(
                log.endOr(boot.bootId()),
                KernelErrors.in(log),
                log.unknownLines().stream().limit(LogReading.LINES).toList());
    }

    private static <T> T known(Act act, String what, Reading<T> reading) {
        return reading.value()
                .orElseThrow(
                        () -> FailureType.TRANSIENT.of(act.node() + " does not say " + what + ": " + reading.error()));
    }
}
