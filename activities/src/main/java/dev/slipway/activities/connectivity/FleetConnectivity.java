package dev.slipway.activities.connectivity;

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
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.Baseline;
import dev.slipway.model.CheckResult;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
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
public final class FleetConnectivity implements Access {
    /** Limits how many BMCs of a fleet are checked by default. */
    private static final int SOME = 20;

    private static final Logger LOG = LoggerFactory.getLogger(FleetConnectivity.class);

    private static final String[] SECTIONS = Stream.concat(Stream.of(AnsweringMachine.sections()), Stream.of("tools"))
            .toArray(String[]::new);

    private final Config config;
    private final FleetRoster roster;
    private final Checks checks;

    /**
     * Lists what is checked: logins to nodes, their BMCs, and what else a fleet needs from this worker; {@code
     * anotherMachine} states why a machine that answers is not the one of its name.
     */
    public record Checks(
            NodeLogins logins,
            BmcChecks bmcs,
            List<FleetCheck> checks,
            Function<MachineReading, Optional<String>> anotherMachine) {}

    public FleetConnectivity(Config config, FleetRoster roster, Checks checks) {
        this.config = config;
        this.roster = roster;
        this.checks = checks;
    }

    @Override
    public List<CheckResult> bmcs(String fleet, boolean all) {
        List<NodeRef> nodes = bmcNodes(fleet).toList();
        int asked = all ? nodes.size() : Math.min(SOME, nodes.size());
        List<CheckResult> looks = new ArrayList<>(checks.bmcs().check("BMC " + fleet, nodes.subList(0, asked)));
        if (asked < nodes.size()) {
            looks.add(CheckResult.remark(
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
    public List<CheckResult> nodes(String fleet, boolean all) {
        String part = "SSH " + fleet;
        List<NodeRef> members =
                members(fleet).stream().limit(all ? Long.MAX_VALUE : 1).toList();
        return members.isEmpty()
                ? List.of(CheckResult.notChecked(
                        part, "the fleet has no nodes", "list them, or correct its selector, in fleets/"))
                : checks.logins().check(part, members, judge(fleet), SECTIONS);
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
            ProbeAnswer probed = ProbeAnswer.of(answer);
            NodeFacts facts = probed.facts(node, Instant.EPOCH);
            ReportedMachine known = reported.getOrDefault(node, ReportedMachine.unknown());
            List<CheckResult> looks = new ArrayList<>();
            AnsweringMachine.of(facts, probed)
                    .value()
                    .flatMap(answering ->
                            checks.anotherMachine().apply(new MachineReading(facts, answering, known, false)))
                    .ifPresent(why -> looks.add(
                            CheckResult.wrong(part, node.name() + ": " + why, "correct the addresses in fleets/")));
            goal.ifPresent(baseline -> looks.addAll(new RunnableGates(facts).results(part, baseline)));
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
        Optional<String> silent = checks.logins().silence(node);
        return silent.map(why -> new Reached(false, why, checks.bmcs().answers(node)))
                .orElseGet(() -> new Reached(
                        true, node.name() + " answers over SSH", Reading.unknown("not asked: the node answers")));
    }

    @Override
    public List<CheckResult> rights(String fleet) {
        return checks.checks().stream()
                .flatMap(check -> check.check(fleet).stream())
                .toList();
    }
}
