package dev.slipway.activities.drift;

import dev.slipway.activities.gates.LeaveOfService;
import dev.slipway.activities.guard.Baselines;
import dev.slipway.activities.guard.JobNames;
import dev.slipway.activities.guard.MachineReading;
import dev.slipway.activities.inventory.FleetRoster;
import dev.slipway.activities.ssh.Pulse;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriftReport;
import dev.slipway.model.FailureType;
import dev.slipway.model.MemberAnswer;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.NodeRef;
import dev.slipway.port.Drift;
import dev.slipway.runbook.InstalledRunbooks;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Drift of a fleet: the probe on every member, the table of the runbook on every answer. Every answer lies in the ledger,
 * so that the report can be made again from there alone.
 */
public final class FleetDrift implements Drift {
    private final Config config;
    private final FleetRoster roster;
    private final Reading reading;
    private final LedgerDatabase ledger;
    private final RolloutDoor door;
    private final FleetScan scan;

    /** How nodes are read and judged. */
    public record Reading(
            MemberReader members,
            InstalledRunbooks runbooks,
            Baselines baselines,
            SecondSource second,
            Pulse pulse,
            InstantSource clock,
            Besides besides) {

        /** The same where nobody else is asked. */
        public Reading(
                MemberReader members,
                InstalledRunbooks runbooks,
                Baselines baselines,
                SecondSource second,
                Pulse pulse,
                InstantSource clock) {
            this(
                    members,
                    runbooks,
                    baselines,
                    second,
                    pulse,
                    clock,
                    new Besides(silent -> Optional.empty(), JobNames.none()));
        }
    }

    /**
     * Who else is asked of a node: {@code bmcs} says of a silent one what its BMC does, {@code jobs} what computes on
     * it, {@code anotherMachine} why the one that answered is not the one of its name.
     */
    public record Besides(
            Function<NodeRef, Optional<String>> bmcs,
            JobNames jobs,
            Function<MachineReading, Optional<String>> anotherMachine) {

        /** Where no machine is compared. */
        public Besides(Function<NodeRef, Optional<String>> bmcs, JobNames jobs) {
            this(bmcs, jobs, any -> Optional.empty());
        }
    }

    public FleetDrift(Config config, FleetRoster roster, Reading reading, LedgerDatabase ledger, RolloutDoor door) {
        this.config = config;
        this.roster = roster;
        this.reading = reading;
        this.ledger = ledger;
        this.door = door;
        this.scan = new FleetScan(reading.members(), ledger, reading.pulse(), reading.besides());
    }

    @Override
    public int begin(String reportId, String fleet) {
        int nodes = roster.members(fleet).size();
        ledger.fleetScans().begin(reportId, nodes);
        return nodes;
    }

    @Override
    public int scan(String reportId, String fleetName, int from, int to) {
        List<FleetRoster.Member> members = roster.members(fleetName);
        List<FleetRoster.Member> page = members.subList(Math.min(from, members.size()), Math.min(to, members.size()));
        return scan.read(
                reportId, new FleetScan.Fleet(fleetName, fleet(fleetName).scan()), page);
    }

    @Override
    public DriftReport finish(String reportId, String fleetName) {
        FleetConfig fleet = fleet(fleetName);
        List<NodeRef> members =
                roster.members(fleetName).stream().map(FleetRoster.Member::node).toList();
        Map<NodeRef, MemberAnswer> answers = ledger.fleetScans().answers(reportId);
        Twins twins = new Twins(answers.values());
        Findings findings = new Findings();
        Map<NodeRef, Diagnosed> judged = new LinkedHashMap<>();
        for (NodeRef node : members) {
            MemberAnswer answer = twins.of(node).orElseGet(() -> answers.getOrDefault(node, notAsked(node)));
            if (answer.read()) {
                NodeFacts facts = kept(reportId, node);
                Diagnosed row = reading.runbooks()
                        .diagnose(
                                "image-drift", facts, baseline(fleet, node), ledger.kept(facts, config.unbuildable()));
                findings.add(facts, row);
                judged.put(node, row);
            } else {
                findings.add(answer);
            }
        }
        Map<NodeRef, Baseline> goals = new LinkedHashMap<>();
        judged.keySet().forEach(node -> goals.put(node, baseline(fleet, node)));
        reading.second()
                .ask(reportId, fleetName, goals)
                .forEach((node, opinion) ->
                        Optional.ofNullable(judged.get(node)).ifPresent(row -> findings.compare(node, row, opinion)));
        DriftReport report = findings.report(
                reportId,
                fleetName,
                members.size(),
                config.policyOf(fleet).driftRateLimit().value());
        ledger.driftReports().put(report, reading.clock().instant());
        return report;
    }

    private FleetConfig fleet(String name) {
        return config.fleet(name)
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("No fleet is configured under the name " + name));
    }

    private NodeFacts kept(String reportId, NodeRef node) {
        return ledger.facts()
                .byId(FleetScan.factsId(reportId, node))
                .orElseThrow(() -> new IllegalStateException("the facts of " + node + " are gone from the ledger"));
    }

    private static MemberAnswer notAsked(NodeRef node) {
        return MemberAnswer.without(
                node,
                MemberAnswer.Kind.NOT_ASKED,
                node.name() + " became a member while others were read",
                "ask again");
    }

    @Override
    public String open(DriftReport report) {
        boolean wanted = config.fleet(report.fleet())
                .map(fleet -> config.policyOf(fleet).driftCheck().opensRollout())
                .orElse(false);
        return wanted ? door.open(report) : "";
    }

    /** The share of the fleet that had drifted when somebody last looked, whichever worker that was. */
    public static Optional<LeaveOfService.DriftRate> rate(LedgerDatabase ledger, String fleet) {
        return ledger.driftReports()
                .latest(fleet)
                .filter(kept -> kept.report().nodes() > 0)
                .map(kept -> new LeaveOfService.DriftRate(
                        kept.report().drifted() * 100 / kept.report().nodes(), kept.at()));
    }

    private Baseline baseline(FleetConfig fleet, NodeRef node) {
        Optional<BaselineRef> pinned =
                ledger.nodePins().holding(node, config.ref(fleet.baseline())).map(pin -> pin.baseline());
        return pinned.map(reading.baselines()::of).orElseGet(() -> config.baselineOf(fleet));
    }
}
