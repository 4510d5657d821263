package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.JobNames;
import dev.slipway.activities.spi.MachineReading;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.Standing;
import dev.slipway.facts.FactsHash;
import dev.slipway.facts.FactsSummary;
import dev.slipway.facts.Probe;
import dev.slipway.model.Act;
import dev.slipway.model.Boot;
import dev.slipway.model.BootLog;
import dev.slipway.model.FactsRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Identity;
import dev.slipway.model.LogReading;
import dev.slipway.model.NodeDetails;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.route.KernelErrors;
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
    private final BiFunction<Act, Map<String, String>, Reading<NodeDetails.Place>> places;
    private final InstantSource clock;
    private final JobNames jobs;

    /** {@code jobs} names what computes on GPUs. */
    public ProbedNode(
            Probes probes,
            KnownMachines machines,
            Schedulers schedulers,
            BiFunction<Act, Map<String, String>, Reading<NodeDetails.Place>> places,
            InstantSource clock,
            JobNames jobs) {
        this.probes = probes;
        this.machines = machines;
        this.schedulers = schedulers;
        this.places = places;
        this.clock = clock;
        this.jobs = jobs;
    }

    /** Creates it without names for the processes on GPUs. */
    public ProbedNode(
            Probes probes,
            KnownMachines machines,
            Schedulers schedulers,
            BiFunction<Act, Map<String, String>, Reading<NodeDetails.Place>> places,
            InstantSource clock) {
        this(probes, machines, schedulers, places, clock, JobNames.none());
    }

    /**
     * Fails with TRANSIENT if the node does not report which machine and which boot it is, and with ANOTHER_MACHINE,
     * and stores nothing, if the machine is not the one that belongs under the node's name.
     */
    @Override
    public FactsRef read(Act act) {
        Instant now = clock.instant();
        byte[] answer = probes.run(
                act.node(), act.t0(), act.mark().map(Probe::after).stream().toArray(String[]::new));
        NodeFacts facts = Probe.parse(act.node(), now, clock.instant(), answer);
        Identity machine = known(act, "which machine it is", facts.identity());
        Boot boot = known(act, "which boot it runs", facts.boot());
        Standing standing = schedulers.of(act).standing(act);
        AnsweringMachine answering = new AnsweringMachine(machine, boot.bootId(), Probe.hostname(answer));
        machines.another(new MachineReading(facts, answering, standing.reported(), act.adopted()))
                .ifPresent(sentence -> {
                    throw FailureType.ANOTHER_MACHINE.of(sentence);
                });
        Identity identity = answering.in(standing.nodeUid());
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
                                        places.apply(act, standing.labels()), Reading.of(standing.view()))));
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
