package dev.slipway.activities.gates;

import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.Freezes;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.OutOfBand;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.model.Act;
import dev.slipway.port.Gates;
import java.util.function.Function;

/** Wires the gates: what forbids to take a node out, and what proves it before it goes back. */
public record GatesModule(WorkerContext context, Baselines baselines, FleetRoster roster, Freezes freezes) {
    /** {@code bmcs} say whether the BMC of a node could bring it back. */
    public Gates port(Schedulers schedulers, FreshFacts facts, Function<Act, OutOfBand> bmcs) {
        LeaveOfService.Stops stops = new LeaveOfService.Stops(
                freezes, context.clock(), fleet -> LeaveOfService.DriftRate.latest(context.ledger(), fleet));
        return new FleetGates(
                new LeaveOfService(context.config(), baselines, roster, stops),
                bmcs,
                new FleetGates.Proof(schedulers, facts, context.ledger(), baselines),
                new OfferedGpus(context.clock()));
    }
}
