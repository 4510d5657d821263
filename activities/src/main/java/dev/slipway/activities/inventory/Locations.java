package dev.slipway.activities.inventory;

import dev.slipway.activities.spi.ConfiguredFleets;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.MemberBmc;
import dev.slipway.model.Act;
import dev.slipway.model.facts.NodeDetails.Location;
import dev.slipway.model.facts.Reading;
import java.util.Map;
import java.util.Optional;

/** Finds the place of a node in the files of the fleets; for a selected node its labels provide what no file lists. */
public final class Locations {
    private static final String UNKNOWN = "unknown";

    private final Config config;

    public Locations(Config config) {
        this.config = config;
    }

    /** Returns the place of an act's node, which has these labels, in its fleet. */
    public Reading<Location> of(Act act, Map<String, String> labels) {
        return config.fleet(act.fleet())
                .map(fleet -> Reading.of(of(fleet, act.node().name(), labels)))
                .orElseGet(() -> Reading.unknown(ConfiguredFleets.missing(act.fleet())));
    }

    static Location of(FleetConfig fleet, String node, Map<String, String> labels) {
        Optional<FleetConfig.Member> listed = fleet.member(node);
        Optional<FleetConfig.Selector> selector = fleet.selector();
        return new Location(
                fleet.name(),
                listed.flatMap(FleetConfig.Member::sku),
                listed.map(FleetConfig.Member::rack)
                        .filter(rack -> !rack.equals(UNKNOWN))
                        .or(() -> selector.flatMap(s -> Optional.ofNullable(labels.get(s.rackLabel())))),
                listed.flatMap(FleetConfig.Member::bmc).map(MemberBmc::address),
                listed.flatMap(FleetConfig.Member::nvlinkDomain)
                        .or(() -> selector.flatMap(s -> Optional.ofNullable(labels.get(s.nvlinkDomainLabel())))),
                fleet.site());
    }
}
