package dev.slipway.activities.nodes;

import dev.slipway.activities.audit.LedgerGrants;
import dev.slipway.activities.safety.Invariants;
import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Nodes of one scheduler, of which no facts and no baselines are asked. */
final class NodesInMemory {
    private NodesInMemory() {}

    static FleetNodes of(NodeScheduler scheduler, NodeBoots boots, Optional<SmokeJob> job, LedgerDatabase ledger) {
        Readmittance.Proofs none = new Readmittance.Proofs(
                act -> {
                    throw FailureType.TRANSIENT.of("no facts are asked for");
                },
                act -> Reading.of(List.of()),
                ref -> {
                    throw FailureType.GATE_CLOSED.of("no baseline is asked for");
                },
                act -> Reading.of(List.of()),
                fleet -> true);
        return new FleetNodes(
                act -> scheduler,
                none.facts(),
                new Readmittance(act -> scheduler, none, Invariants.ALL),
                new SmokeGate(act -> scheduler, (act, goal) -> job, (act, lines) -> {}, Heat.NEVER, boots),
                new NodeMemory(ledger, new LedgerGrants(ledger), InstantSource.system()));
    }
}
