package dev.slipway.activities.drift;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.ConfiguredFleets;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.JobNames;
import dev.slipway.activities.spi.MachineReading;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.DriftRows;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.port.Drift;
import dev.slipway.runbook.InstalledRunbooks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks a fleet for drift: it runs the probe on every member, and the table of the runbook on every answer. Every
 * answer and every row of the report is in the ledger; the report that travels through Temporal has the first of them.
 */
public final class FleetDrift implements Drift {
    /** Limits how much of a report travels through Temporal. */
    private static final int LINES_SHOWN = 100;

    private static final int UNREAD_SHOWN = 40;

    private final Config config;
    private final FleetRoster roster;
    private final Reading reading;
    private final LedgerDatabase ledger;
    private final RolloutStarter starter;
    private final FleetScan scan;
    private final ScanJudgement judgement;

    /** Defines how nodes are read and judged. */
    public record Reading(
            MemberReader members,
            InstalledRunbooks runbooks,
            Baselines baselines,
            AnsibleComparison second,
            ActivityClock clock,
            Besides besides) {

        /** Creates the same without other sources. */
        public Reading(
                MemberReader members,
                InstalledRunbooks runbooks,
                Baselines baselines,
                AnsibleComparison second,
                ActivityClock clock) {
            this(members, runbooks, baselines, second, clock, new Besides(silent -> Optional.empty(), JobNames.none()));
        }
    }

    /**
     * Holds the other sources about a node: {@code bmcs} reports what the BMC of a silent one does, {@code jobs} what
     * computes on it, {@code anotherMachine} why the one that answered is not the one of its name.
     */
    public record Besides(
            Function<NodeRef, Optional<String>> bmcs,
            JobNames jobs,
            Function<MachineReading, Optional<String>> anotherMachine) {

        /** Creates it without a comparison of machines. */
        public Besides(Function<NodeRef, Optional<String>> bmcs, JobNames jobs) {
            this(bmcs, jobs, any -> Optional.empty());
        }
    }

    public FleetDrift(
            Config config, FleetRoster roster, Reading reading, LedgerDatabase ledger, RolloutStarter starter) {
        this.config = config;
        this.roster = roster;
        this.reading = reading;
        this.ledger = ledger;
        this.starter = starter;
        this.scan = new FleetScan(reading.members(), ledger, reading.clock(), reading.besides());
        this.judgement = new ScanJudgement(ledger, reading.runbooks(), config.unbuildable(), reading.clock());
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
        Function<NodeRef, Baseline> goals = goals(fleet);
        List<DriftRows.Row> rows = new ArrayList<>(judgement.rows(reportId, members, goals));
        rows.addAll(disagreements(reportId, fleetName, rows, goals));
        DriftReport report = DriftReportBuilder.report(
                        reportId,
                        fleetName,
                        rows,
                        config.policyOf(fleet).driftRateLimit().value())
                .comparedWith(compared(fleet, rows, goals))
                .shortened(LINES_SHOWN, UNREAD_SHOWN);
        ledger.driftReports().put(report, reading.clock().instant());
        return report;
    }

    private List<DriftRows.Row> disagreements(
            String reportId, String fleet, List<DriftRows.Row> rows, Function<NodeRef, Baseline> goals) {
        Map<NodeRef, DriftRows.Row> judged = new LinkedHashMap<>();
        Map<NodeRef, Baseline> wanted = new LinkedHashMap<>();
        rows.stream().filter(row -> row.route().isPresent()).forEach(row -> {
            judged.put(row.node(), row);
            wanted.put(row.node(), goals.apply(row.node()));
        });
        List<DriftRows.Row> found = new ArrayList<>();
        reading.second()
                .ask(reportId, fleet, wanted)
                .forEach((node, opinion) -> Optional.ofNullable(judged.get(node))
                        .flatMap(row -> DriftReportBuilder.compare(row, opinion))
                        .ifPresent(found::add));
        found.sort(Comparator.comparing(row -> row.node().name()));
        ledger.driftRows().keep(reportId, found);
        return found;
    }

    /** Returns by what each node is judged: the pin that applies to it, else its fleet's baseline. */
    private Function<NodeRef, Baseline> goals(FleetConfig fleet) {
        Optional<BaselineRef> named = config.ref(fleet.baseline());
        Baseline common = config.baselineOf(fleet);
        Map<NodeRef, Baseline> pinned = new HashMap<>();
        ledger.nodePins().ofCluster(fleet.cluster()).stream()
                .filter(pin -> pin.holds(named))
                .forEach(pin -> pinned.put(pin.node(), reading.baselines().of(pin.baseline())));
        return node -> pinned.getOrDefault(node, common);
    }

    private DriftReport.Goals compared(FleetConfig fleet, List<DriftRows.Row> rows, Function<NodeRef, Baseline> goals) {
        Baseline common = config.baselineOf(fleet);
        long pinned = rows.stream()
                .filter(row -> row.found() == DriftRows.Found.CLEAN)
                .filter(row -> !goals.apply(row.node()).equals(common))
                .count();
        long unconfirmed = rows.stream()
                .filter(row -> row.found() == DriftRows.Found.SECOND_SOURCE)
                .count();
        return new DriftReport.Goals(
                config.ref(fleet.baseline()).map(BaselineRef::toString).orElse(""),
                Math.toIntExact(pinned),
                Math.toIntExact(unconfirmed));
    }

    private FleetConfig fleet(String name) {
        return ConfiguredFleets.named(config, name);
    }

    @Override
    public String open(DriftReport report) {
        boolean wanted = config.fleet(report.fleet())
                .map(fleet -> config.policyOf(fleet).driftCheck().autoRollout())
                .orElse(false);
        return wanted ? starter.open(report) : "";
    }
}
