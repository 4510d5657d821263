package dev.slipway.activities.drift;

import dev.slipway.activities.gates.LeaveOfService;
import dev.slipway.activities.guard.Baselines;
import dev.slipway.activities.inventory.FleetRoster;
import dev.slipway.activities.nodes.Probes;
import dev.slipway.activities.ssh.Pulse;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.facts.FactsHash;
import dev.slipway.facts.FactsSummary;
import dev.slipway.facts.Probe;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriftReport;
import dev.slipway.model.FactsRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Identity;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Route;
import dev.slipway.port.Drift;
import dev.slipway.runbook.DecisionTable;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Drift of a fleet: the probe on every member, the table of the runbook on every answer. A node that does not answer is
 * kept as facts that are all unknown, with the reason, so that the report can be made again from the ledger alone.
 */
public final class FleetDrift implements Drift {
    private static final int LINES_SHOWN = 100;
    private static final int AT_ONCE = 64;
    private static final Duration LOOK_BACK = Duration.ofHours(1);
    private static final Duration BEAT = Duration.ofSeconds(5);

    private final Config config;
    private final FleetRoster roster;
    private final Reading reading;
    private final LedgerDatabase ledger;
    private final RolloutDoor door;

    /** How nodes are read and judged. */
    public record Reading(Probes probes, DecisionTable table, Baselines baselines, Pulse pulse, InstantSource clock) {}

    public FleetDrift(Config config, FleetRoster roster, Reading reading, LedgerDatabase ledger, RolloutDoor door) {
        this.config = config;
        this.roster = roster;
        this.reading = reading;
        this.ledger = ledger;
        this.door = door;
    }

    @Override
    public int begin(String fleet) {
        return roster.members(fleet).size();
    }

    @Override
    public int scan(String reportId, String fleet, int from, int to) {
        List<FleetRoster.Member> members = roster.members(fleet);
        List<NodeRef> page = members.subList(Math.min(from, members.size()), Math.min(to, members.size())).stream()
                .map(FleetRoster.Member::node)
                .toList();
        Semaphore slots = new Semaphore(AT_ONCE);
        List<Future<Boolean>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            page.forEach(node -> answers.add(threads.submit(() -> {
                slots.acquire();
                try {
                    return read(reportId, node);
                } finally {
                    slots.release();
                }
            })));
            while (answers.stream().anyMatch(a -> !a.isDone())) {
                long done = answers.stream().filter(Future::isDone).count();
                reading.pulse().pause(BEAT.dividedBy(50), done + " of " + page.size() + " from " + from);
            }
        }
        return (int) answers.stream().filter(Future::resultNow).count();
    }

    private boolean read(String reportId, NodeRef node) {
        Instant now = reading.clock().instant();
        byte[] answer;
        boolean answered = true;
        try {
            answer = reading.probes().run(node, now.minus(LOOK_BACK));
        } catch (ApplicationFailure unreachable) {
            answer = unreachable.getOriginalMessage().getBytes(StandardCharsets.UTF_8);
            answered = false;
        }
        NodeFacts facts = Probe.parse(node, now, answer);
        Identity identity = facts.identity().or(new Identity("unknown", "unknown", Optional.empty()));
        String bootId = facts.boot().map(b -> b.bootId()).or("unknown");
        ledger.facts()
                .keep(
                        new FactsRef(
                                node,
                                factsId(reportId, node),
                                bootId,
                                FactsHash.of(facts),
                                now,
                                identity,
                                FactsSummary.of(facts)),
                        facts);
        return answered && facts.boot().known();
    }

    @Override
    public DriftReport finish(String reportId, String fleetName) {
        FleetConfig fleet = config.fleet(fleetName)
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("No fleet is configured under the name " + fleetName));
        Counts counts = new Counts();
        List<FleetRoster.Member> members = roster.members(fleetName);
        for (FleetRoster.Member member : members) {
            Optional<NodeFacts> facts = ledger.facts().byId(factsId(reportId, member.node()));
            facts.ifPresent(found ->
                    counts.add(found, reading.table().diagnose(found, baseline(fleet, member.node()))));
        }
        int rate = members.isEmpty() ? 0 : counts.drifted * 100 / members.size();
        int limit = config.policyOf(fleet).driftRateLimit().value();
        DriftReport report = new DriftReport(
                reportId,
                fleetName,
                members.size(),
                counts.answered,
                counts.matching,
                counts.drifted,
                counts.broken,
                counts.reported,
                rate > limit,
                List.copyOf(counts.lines));
        ledger.driftReports().put(report, reading.clock().instant());
        return report;
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

    private static String factsId(String reportId, NodeRef node) {
        return reportId + "/" + node;
    }

    private static final class Counts {
        private final List<DriftReport.DriftLine> lines = new ArrayList<>();
        private int answered;
        private int matching;
        private int drifted;
        private int broken;
        private int reported;

        void add(NodeFacts facts, Diagnosed row) {
            answered += facts.boot().known() ? 1 : 0;
            switch (row.route().kind()) {
                case CLEAN -> matching++;
                case CONVERGE, IMAGE, BOOT, SETTINGS -> drifted++;
                case DIVERT, HOLD -> broken++;
                case REPORT -> reported++;
            }
            if (row.route().kind() != Route.Kind.CLEAN && lines.size() < LINES_SHOWN) {
                String route = row.route().kind().name().toLowerCase(Locale.ROOT) + " "
                        + row.route().detail();
                lines.add(new DriftReport.DriftLine(
                        facts.node().name(), row.row(), route.strip(), row.title(), row.summary()));
            }
        }
    }
}
