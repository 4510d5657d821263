package dev.slipway.activities.inventory;

import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.NodePins;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Inventory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Reads members from configuration and cluster, plans and pins from the ledger. */
public final class FleetInventory implements Inventory {
    private final Config config;
    private final FleetRoster roster;
    private final LedgerDatabase ledger;
    private final InstantSource clock;

    public FleetInventory(Config config, FleetRoster roster, LedgerDatabase ledger, InstantSource clock) {
        this.config = config;
        this.roster = roster;
        this.ledger = ledger;
        this.clock = clock;
    }

    @Override
    public Optional<Instant> opens(String fleet) {
        return config.fleet(fleet).flatMap(found -> config.policyOf(found).opensAfter(clock.instant()));
    }

    @Override
    public Optional<String> taskQueue(String fleet) {
        return config.fleet(fleet).flatMap(FleetConfig::taskQueue);
    }

    @Override
    public List<Trigger> planPage(String planId, int from, int to) {
        if (ledger.plans().of(planId).isEmpty()) {
            throw FailureType.GATE_CLOSED.of("The ledger has no plan " + planId);
        }
        return ledger.plans().page(planId, from, to);
    }

    @Override
    public List<NodeRef> members(String fleet) {
        return roster.members(fleet).stream().map(FleetRoster.Member::node).toList();
    }

    @Override
    public BaselineRef baselineOf(NodeRef node, String fleet) {
        Optional<BaselineRef> wanted = config.fleet(fleet).flatMap(found -> config.ref(found.baseline()));
        return ledger.nodePins()
                .holding(node, wanted)
                .map(NodePins.Pin::baseline)
                .or(() -> wanted)
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("Fleet " + fleet + " names no baseline that is known"));
    }
}
