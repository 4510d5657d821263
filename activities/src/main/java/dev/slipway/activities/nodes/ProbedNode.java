package dev.slipway.activities.nodes;

import dev.slipway.activities.guard.FreshFacts;
import dev.slipway.activities.guard.GpuHolders;
import dev.slipway.activities.guard.Machines;
import dev.slipway.activities.guard.NodeScheduler;
import dev.slipway.facts.Probe;
import dev.slipway.ledger.FactsStore;
import dev.slipway.model.Act;
import dev.slipway.model.Boot;
import dev.slipway.model.FactsRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.Gpu;
import dev.slipway.model.Holder;
import dev.slipway.model.Identity;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a node says of itself, read by the probe and kept in the ledger. */
public final class ProbedNode implements FreshFacts, Machines, GpuHolders {
    private static final int SUMMARY = 3_000;

    private final Probes probes;
    private final FactsStore store;
    private final Function<Act, NodeScheduler> schedulers;
    private final InstantSource clock;

    public ProbedNode(Probes probes, FactsStore store, Function<Act, NodeScheduler> schedulers, InstantSource clock) {
        this.probes = probes;
        this.store = store;
        this.schedulers = schedulers;
        this.clock = clock;
    }

    /** Fails with TRANSIENT when the node does not say which machine and which boot it is. */
    @Override
    public FactsRef read(Act act) {
        Instant now = clock.instant();
        NodeFacts facts = Probe.parse(act.node(), now, probes.run(act.node(), act.t0()));
        Identity machine = known(act, "which machine it is", facts.identity());
        Boot boot = known(act, "which boot it runs", facts.boot());
        Identity identity = new Identity(
                machine.machineId(),
                machine.productUuid(),
                schedulers.apply(act).standing(act).nodeUid());
        FactsRef ref = new FactsRef(
                act.node(), act.node() + "@" + now, boot.bootId(), FactsHash.of(facts), now, identity, summary(facts));
        store.keep(ref, facts);
        return ref;
    }

    @Override
    public Reading<Identity> answering(Act act) {
        try {
            byte[] answer = probes.run(act.node(), act.t0(), "machine-id", "product-uuid");
            return Probe.parse(act.node(), clock.instant(), answer).identity();
        } catch (ApplicationFailure silent) {
            return Reading.unknown(silent.getOriginalMessage());
        }
    }

    @Override
    public Reading<List<Holder>> computing(Act act) {
        try {
            return ComputeProcesses.read(
                    Probe.sections(probes.run(act.node(), act.t0(), ComputeProcesses.APPS, ComputeProcesses.HOLDERS)));
        } catch (ApplicationFailure silent) {
            return Reading.unknown(silent.getOriginalMessage());
        }
    }

    private static <T> T known(Act act, String what, Reading<T> reading) {
        return reading.value()
                .orElseThrow(
                        () -> FailureType.TRANSIENT.of(act.node() + " does not say " + what + ": " + reading.error()));
    }

    private static String summary(NodeFacts facts) {
        String gpus =
                facts.hardware().gpus().map(List::size).map(n -> n + " GPUs").or("GPUs unknown");
        String model = facts.hardware()
                .gpus()
                .value()
                .flatMap(list -> list.stream().map(Gpu::name).findFirst())
                .map(name -> " " + name)
                .orElse("");
        String text = "driver " + facts.version(Field.DRIVER_VERSION).or("unknown") + " · kernel "
                + facts.boot().map(Boot::kernel).or("unknown") + " · " + gpus + model
                + Optional.of(facts.errors())
                        .filter(errors -> !errors.isEmpty())
                        .map(errors -> " · not read: " + String.join(", ", errors.keySet()))
                        .orElse("");
        return text.length() > SUMMARY ? text.substring(0, SUMMARY) + "…" : text;
    }
}
