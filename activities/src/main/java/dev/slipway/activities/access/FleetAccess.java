package dev.slipway.activities.access;

import dev.slipway.activities.safety.RunnableGates;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.BmcChecks;
import dev.slipway.activities.spi.FleetCheck;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.MachineReading;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.activities.ssh.NodeLogins;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.facts.Probe;
import dev.slipway.model.Baseline;
import dev.slipway.model.Look;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reached;
import dev.slipway.model.Reading;
import dev.slipway.port.Access;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks as the runs of this worker would: with its keys, its known hosts, its cluster accounts. */
public final class FleetAccess implements Access {
    /** Limits how many BMCs of a fleet are checked by default. */
    private static final int SOME = 20;

    private static final Logger LOG = LoggerFactory.getLogger(FleetAccess.class);

    private static final String[] SECTIONS = Stream.concat(Stream.of(AnsweringMachine.sections()), Stream.of("tools"))
            .toArray(String[]::new);

    private final Config config;
    private final FleetRoster roster;
    private final Ways ways;

    /**
     * Lists what is checked: logins to nodes, their BMCs, and what else a fleet needs from this worker; {@code
     * anotherMachine} states why a machine that answers is not the one of its name.
     */
    public record Ways(
            NodeLogins logins,
            BmcChecks bmcs,
            List<FleetCheck> checks,
            Function<MachineReading, Optional<String>> anotherMachine) {}

    public FleetAccess(Config config, FleetRoster roster, Ways ways) {
        this.config = config;
        this.roster = roster;
        this.ways = ways;
    }

    @Override
    public List<Look> bmcs(String fleet, boolean all) {
        List<NodeRef> nodes = bmcNodes(fleet).toList();
        int asked = all ? nodes.size() : Math.min(SOME, nodes.size());
        List<Look> looks = new ArrayList<>(ways.bmcs().look("BMC " + fleet, nodes.subList(0, asked)));
        if (asked < nodes.size()) {
            looks.add(Look.remark(
                    "BMC " + fleet, (nodes.size() - asked) + " more BMCs were not asked", "slipway doctor --all"));
        }
        return List.copyOf(looks);
    }

    private Stream<NodeRef> bmcNodes(String name) {
        return config.fleet(name).stream()
                .flatMap(fleet -> fleet.nodes().stream()
                        .filter(member -> member.bmc().isPresent())
                        .map(member -> new NodeRef(fleet.cluster(), member.name())));
    }

    @Override
    public List<Look> nodes(String fleet, boolean all) {
        String part = "SSH " + fleet;
        List<NodeRef> members =
                members(fleet).stream().limit(all ? Long.MAX_VALUE : 1).toList();
        return members.isEmpty()
                ? List.of(Look.notChecked(
                        part, "the fleet has no nodes", "list them, or correct its selector, in fleets/"))
                : ways.logins().look(part, members, judge(fleet), SECTIONS);
    }

    /**
     * Compares machines. A cluster that cannot be read is reported with its rights; the rest is compared without it.
     */
    private NodeLogins.NodeJudge judge(String fleet) {
        Map<NodeRef, ReportedMachine> reported = new HashMap<>();
        try {
            roster.members(fleet).forEach(member -> reported.put(member.node(), member.machine()));
        } catch (ApplicationFailure unasked) {
            LOG.debug("The machines of {} are compared without its cluster", fleet, unasked);
        }
        Optional<Baseline> goal = config.fleet(fleet).map(config::baselineOf);
        return (part, node, answer) -> {
            NodeFacts facts = Probe.parse(node, Instant.EPOCH, answer);
            ReportedMachine known = reported.getOrDefault(node, ReportedMachine.unknown());
            List<Look> looks = new ArrayList<>();
            AnsweringMachine.read(node, Instant.EPOCH, answer)
                    .value()
                    .flatMap(answering ->
                            ways.anotherMachine().apply(new MachineReading(facts, answering, known, false)))
                    .ifPresent(why ->
                            looks.add(Look.wrong(part, node.name() + ": " + why, "correct the addresses in fleets/")));
            goal.ifPresent(baseline -> looks.addAll(new RunnableGates(facts).looks(part, baseline)));
            return looks;
        };
    }

    /** A listed fleet is known without its cluster, which may be what is wrong. */
    private List<NodeRef> members(String name) {
        return config.fleet(name)
                .filter(fleet -> fleet.selector().isEmpty())
                .map(fleet -> fleet.nodes().stream()
                        .filter(member -> member.role() == FleetConfig.Role.WORKER)
                        .map(member -> new NodeRef(fleet.cluster(), member.name()))
                        .toList())
                .orElseGet(() -> roster.members(name).stream()
                        .map(FleetRoster.Member::node)
                        .toList());
    }

    @Override
    public Reached reach(NodeRef node) {
        Optional<String> silent = ways.logins().silence(node);
        return silent.map(why -> new Reached(false, why, ways.bmcs().answers(node)))
                .orElseGet(() -> new Reached(
                        true, node.name() + " answers over SSH", Reading.unknown("not asked: the node answers")));
    }

    @Override
    public List<Look> rights(String fleet) {
        return ways.checks().stream()
                .flatMap(check -> check.look(fleet).stream())
                .toList();
    }
}
