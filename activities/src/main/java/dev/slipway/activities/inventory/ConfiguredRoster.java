package dev.slipway.activities.inventory;

import dev.slipway.activities.spi.ClusterNodes;
import dev.slipway.activities.spi.ConfiguredFleets;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.Causes;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeDetails.Scheduling;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lists members as configuration lists or selects them; the cluster decides who is in service. The ledger stores what
 * each reading showed, or that it failed, for {@code slipway status}.
 */
public final class ConfiguredRoster implements FleetRoster {
    private final Config config;
    private final ClusterNodes clusters;
    private final ClusterNodes slurm;
    private final LedgerDatabase ledger;
    private final InstantSource clock;

    /** Takes {@code clusters}, called with the name of a cluster, and {@code slurm}, called with that of a fleet. */
    public ConfiguredRoster(
            Config config, ClusterNodes clusters, ClusterNodes slurm, LedgerDatabase ledger, InstantSource clock) {
        this.config = config;
        this.clusters = clusters;
        this.slurm = slurm;
        this.ledger = ledger;
        this.clock = clock;
    }

    @Override
    public List<Member> members(String name) {
        FleetConfig fleet = ConfiguredFleets.named(config, name);
        Instant asked = clock.instant();
        try {
            List<Member> shown = read(fleet);
            Set<NodeRef> held = ledger.held().ofFleet(name).stream()
                    .map(HeldNodes.Held::node)
                    .collect(Collectors.toSet());
            List<Member> members = shown.stream()
                    .map(member -> held.contains(member.node()) ? member.out() : member)
                    .toList();
            List<String> working = shown.stream()
                    .filter(member -> held.contains(member.node()))
                    .filter(member ->
                            member.inService() && member.outside().scheduling().known())
                    .map(member -> member.node().name())
                    .toList();
            store(name, asked, members, working);
            return members;
        } catch (RuntimeException failure) {
            failed(
                    name,
                    failure instanceof ApplicationFailure told ? told.getOriginalMessage() : Causes.words(failure));
            throw failure;
        }
    }

    /** A scheduler that nobody asked shows nothing: members that it leaves in service are then unknown. */
    private void store(String fleet, Instant asked, List<Member> members, List<String> working) {
        Optional<String> unknown = members.stream()
                .filter(Member::inService)
                .map(member -> member.outside().scheduling())
                .filter(scheduling -> !scheduling.known())
                .map(Reading::error)
                .findFirst();
        if (unknown.isPresent()) {
            failed(fleet, unknown.get());
            return;
        }
        List<String> out = members.stream()
                .filter(member -> !member.inService())
                .map(member -> member.node().name())
                .toList();
        List<String> names =
                members.stream().map(member -> member.node().name()).toList();
        ledger.rosterReadings().read(fleet, new RosterReadings.Roster(asked, members.size(), out, working, names));
    }

    private void failed(String fleet, String reason) {
        ledger.rosterReadings().failed(fleet, new RosterReadings.Failure(clock.instant(), reason));
    }

    private List<Member> read(FleetConfig fleet) {
        return fleet.selector().map(selector -> selected(fleet, selector)).orElseGet(() -> listed(fleet)).stream()
                .sorted(Comparator.comparing(member -> member.node().name()))
                .toList();
    }

    private List<Member> selected(FleetConfig fleet, FleetConfig.Selector selector) {
        return clusters.nodes(fleet.cluster(), Optional.of(selector.labels())).stream()
                .filter(listed -> !listed.controlPlane())
                .map(listed -> new Member(
                        new NodeRef(fleet.cluster(), listed.name()),
                        listed.labels().getOrDefault(selector.rackLabel(), "unknown"),
                        listed.inService(),
                        new NodeDetails.Outside(
                                Reading.of(Locations.of(fleet, listed.name(), listed.labels())),
                                Reading.of(listed.view())),
                        listed.machine()))
                .toList();
    }

    /** A listed node that its cluster does not show is not in service. */
    private List<Member> listed(FleetConfig fleet) {
        Shown shown = shown(fleet);
        return fleet.nodes().stream()
                .filter(member -> member.role() == FleetConfig.Role.WORKER)
                .map(member -> new Member(
                        new NodeRef(fleet.cluster(), member.name()),
                        member.rack(),
                        shown.all(member).stream()
                                .allMatch(seen ->
                                        seen.map(ClusterNodes.Listed::inService).orElse(false)),
                        new NodeDetails.Outside(
                                Reading.of(Locations.of(fleet, member.name(), Map.of())), shown.scheduling(member)),
                        shown.machine(member)))
                .toList();
    }

    private Shown shown(FleetConfig fleet) {
        return new Shown(
                fleet.cluster(),
                fleet.scheduler().kubernetes()
                        ? Optional.of(byName(clusters.nodes(fleet.cluster(), Optional.empty())))
                        : Optional.empty(),
                fleet.scheduler().slurm()
                        ? Optional.of(byName(slurm.nodes(fleet.name(), Optional.empty())))
                        : Optional.empty());
    }

    private static Map<String, ClusterNodes.Listed> byName(List<ClusterNodes.Listed> nodes) {
        return nodes.stream().collect(Collectors.toMap(ClusterNodes.Listed::name, node -> node));
    }

    /**
     * Holds what the schedulers of a fleet show, by the names under which they know its members; empty if one is not
     * used.
     */
    private record Shown(
            String cluster,
            Optional<Map<String, ClusterNodes.Listed>> kubernetes,
            Optional<Map<String, ClusterNodes.Listed>> slurm) {

        /** Returns the member as each of them shows it; empty if one does not. */
        List<Optional<ClusterNodes.Listed>> all(FleetConfig.Member member) {
            List<Optional<ClusterNodes.Listed>> all = new ArrayList<>();
            kubernetes.ifPresent(seen -> all.add(Optional.ofNullable(seen.get(member.name()))));
            slurm.ifPresent(seen -> all.add(Optional.ofNullable(seen.get(inSlurm(member)))));
            return all;
        }

        private static String inSlurm(FleetConfig.Member member) {
            return member.slurm().orElse(member.name());
        }

        ReportedMachine machine(FleetConfig.Member member) {
            return all(member).stream()
                    .flatMap(Optional::stream)
                    .map(ClusterNodes.Listed::machine)
                    .reduce(ReportedMachine.unknown(), ReportedMachine::or);
        }

        Reading<Scheduling> scheduling(FleetConfig.Member member) {
            if (kubernetes.filter(seen -> !seen.containsKey(member.name())).isPresent()) {
                return Reading.unknown("cluster " + cluster + " shows no such node");
            }
            if (slurm.filter(seen -> !seen.containsKey(inSlurm(member))).isPresent()) {
                return Reading.unknown("Slurm shows no such node");
            }
            return all(member).stream()
                    .flatMap(Optional::stream)
                    .map(ClusterNodes.Listed::view)
                    .reduce(Scheduling::and)
                    .map(Reading::of)
                    .orElseGet(() -> Reading.unknown("nothing schedules this node, and a scan does not read its mark"));
        }
    }
}
