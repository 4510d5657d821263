package dev.slipway.activities.inventory;

import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeDetails;
import dev.slipway.model.NodeDetails.Scheduling;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reading;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Members as configuration lists or selects them; what the cluster shows decides who is in service. */
public final class ConfiguredRoster implements FleetRoster {
    private final Config config;
    private final ClusterNodes clusters;
    private final ClusterNodes slurm;
    private final HeldNodes held;

    /** {@code clusters} are asked by the name of a cluster, {@code slurm} by that of a fleet. */
    public ConfiguredRoster(Config config, ClusterNodes clusters, ClusterNodes slurm, HeldNodes held) {
        this.config = config;
        this.clusters = clusters;
        this.slurm = slurm;
        this.held = held;
    }

    @Override
    public List<Member> members(String name) {
        FleetConfig fleet = config.fleet(name)
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("No fleet is configured under the name " + name));
        Set<NodeRef> heldNow =
                held.ofFleet(name).stream().map(HeldNodes.Held::node).collect(Collectors.toSet());
        return fleet.selector().map(selector -> selected(fleet, selector)).orElseGet(() -> listed(fleet)).stream()
                .map(member -> heldNow.contains(member.node()) ? member.out() : member)
                .sorted(Comparator.comparing(member -> member.node().name()))
                .toList();
    }

    private List<Member> selected(FleetConfig fleet, FleetConfig.Selector selector) {
        return clusters.nodes(fleet.cluster(), Optional.of(selector.labels())).stream()
                .filter(seen -> !seen.controlPlane())
                .map(seen -> new Member(
                        new NodeRef(fleet.cluster(), seen.name()),
                        seen.labels().getOrDefault(selector.rackLabel(), "unknown"),
                        seen.inService(),
                        new NodeDetails.Outside(
                                Reading.of(Places.of(fleet, seen.name(), seen.labels())), Reading.of(seen.view()))))
                .toList();
    }

    /** A listed node that its cluster does not show is not in service. */
    private List<Member> listed(FleetConfig fleet) {
        boolean shown = fleet.scheduler() != FleetConfig.Scheduler.NONE;
        Map<String, ClusterNodes.Seen> seen =
                shown(fleet).stream().collect(Collectors.toMap(ClusterNodes.Seen::name, node -> node));
        return fleet.nodes().stream()
                .filter(member -> member.role() == FleetConfig.Role.WORKER)
                .map(member -> new Member(
                        new NodeRef(fleet.cluster(), member.name()),
                        member.rack(),
                        Optional.ofNullable(seen.get(known(fleet, member)))
                                .map(ClusterNodes.Seen::inService)
                                .orElse(!shown),
                        new NodeDetails.Outside(
                                Reading.of(Places.of(fleet, member.name(), Map.of())),
                                scheduling(fleet, Optional.ofNullable(seen.get(known(fleet, member)))))))
                .toList();
    }

    private List<ClusterNodes.Seen> shown(FleetConfig fleet) {
        return switch (fleet.scheduler()) {
            case KUBERNETES -> clusters.nodes(fleet.cluster(), Optional.empty());
            case SLURM -> slurm.nodes(fleet.name(), Optional.empty());
            case NONE -> List.of();
        };
    }

    /** The name under which the scheduler knows a member. */
    private static String known(FleetConfig fleet, FleetConfig.Member member) {
        return fleet.scheduler() == FleetConfig.Scheduler.SLURM ? member.slurm().orElse(member.name()) : member.name();
    }

    private static Reading<Scheduling> scheduling(FleetConfig fleet, Optional<ClusterNodes.Seen> seen) {
        return seen.map(node -> Reading.of(node.view()))
                .orElseGet(() -> Reading.unknown(
                        switch (fleet.scheduler()) {
                            case KUBERNETES -> "cluster " + fleet.cluster() + " shows no such node";
                            case SLURM -> "Slurm shows no such node";
                            case NONE -> "nothing schedules this node, and a scan does not read its mark";
                        }));
    }
}
