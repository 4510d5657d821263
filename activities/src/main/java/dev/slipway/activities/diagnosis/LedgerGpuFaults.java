package dev.slipway.activities.diagnosis;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.FaultStatus;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.port.GpuFaults;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.SuspectGpus;
import java.time.Instant;
import java.util.List;

/** Finds faults of GPUs by the facts and events in the ledger. */
public final class LedgerGpuFaults implements GpuFaults {
    private static final String NO_XID = "no XID";

    private final LedgerDatabase ledger;
    private final Baselines baselines;

    public LedgerGpuFaults(LedgerDatabase ledger, Baselines baselines) {
        this.ledger = ledger;
        this.baselines = baselines;
    }

    @Override
    public List<GpuSuspect> suspects(Act act, FactsRef facts, BaselineRef goal) {
        NodeFacts now = stored(facts);
        RoutingInput routingInput =
                RoutingInput.of(now, baselines.of(goal)).with(ledger.facts().gpusPast(now));
        return SuspectGpus.of(routingInput, ledger.facts().whole(now));
    }

    @Override
    public FaultStatus faultStatus(Act act, FactsRef facts, BaselineRef goal) {
        return SuspectGpus.status(stored(facts), baselines.of(goal));
    }

    @Override
    public void happened(Act act, FactsRef facts, GpuEvent.Kind kind, List<GpuSuspect> gpus) {
        NodeFacts now = stored(facts);
        Instant at = kind == GpuEvent.Kind.REBOOT ? now.details().bootedAt().or(now.collectedAt()) : now.collectedAt();
        gpus.stream()
                .filter(gpu -> !gpu.serial().isEmpty())
                .map(gpu ->
                        new GpuEvent(gpu.serial(), kind, at, gpu.cause().isEmpty() ? NO_XID : gpu.cause(), act.node()))
                .forEach(ledger.gpuHistory()::add);
    }

    private NodeFacts stored(FactsRef facts) {
        return ledger.facts()
                .byId(facts.id())
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("The ledger has no facts " + facts.id()));
    }
}
