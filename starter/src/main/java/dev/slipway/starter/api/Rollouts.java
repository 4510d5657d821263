package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.config.PolicyConfig;
import dev.slipway.ledger.DriftReports;
import dev.slipway.model.Reason;
import dev.slipway.model.Route;
import dev.slipway.model.Who;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.rollout.RolloutPlan;
import dev.slipway.starter.Installation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Plans rollouts from drift reports: which nodes in which order, which waves, how many nodes in flight. */
@Component
final class Rollouts {
    private static final int WAVE = 500;

    private final Installation installation;
    private final Members members;
    private final Runs runs;
    private final Triggers triggers;

    Rollouts(Installation installation, Members members, Runs runs, Triggers triggers) {
        this.installation = installation;
        this.members = members;
        this.runs = runs;
        this.triggers = triggers;
    }

    /** Returns whether a run would change the node of that line. */
    static boolean acts(DriftReport.DriftLine line) {
        return line.kind() == Route.Kind.DO;
    }

    /** Names who plans, and whether that is a drift check that opens a rollout by itself. */
    record Asker(Who who, boolean byItself) {}

    /** Holds a planned change: its triggers in order, and the line of the report that each came from. */
    record Planned(RolloutPlan plan, List<Trigger> triggers, List<DriftReport.DriftLine> lines, List<String> left) {}

    /**
     * Plans over all nodes of a finished check that a run would change; held and refused nodes are left out and named.
     * If so many drifted that the baseline is in doubt, nothing is planned for a check that opens a rollout by itself,
     * and the plan of a person waits for approval.
     */
    Planned plan(String check, Optional<String> name, Asker asker) {
        String id = check.startsWith("drift/") ? check : "drift/" + check;
        DriftReport report = report(id);
        if (report.suspectBaseline() && asker.byItself()) {
            throw ApiException.notNow(
                    "so many nodes of " + report.fleet() + " differ that the baseline itself is in doubt",
                    "look at the baseline; then plan it as a person: slipway rollout start --from " + id
                            + " --reason …");
        }
        FleetConfig fleet = members.fleet(report.fleet());
        String change = name.orElse(id.substring("drift/".length()));
        List<Members.Member> chosen = new ArrayList<>();
        List<DriftReport.DriftLine> lines = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (DriftReport.DriftLine line : report.lines()) {
            if (!acts(line)) {
                refused(line).ifPresent(left::add);
                continue;
            }
            Members.Member member = members.find(fleet.cluster(), line.node());
            if (installation.ledger().held().of(member.node()).isPresent()) {
                left.add(line.node() + " is held");
                continue;
            }
            chosen.add(member);
            lines.add(line);
        }
        if (chosen.isEmpty()) {
            throw ApiException.notNow(
                    "nothing in " + id + " is for a rollout" + (left.isEmpty() ? "" : ": " + String.join(", ", left)),
                    "slipway drift check --show " + id);
        }
        RolloutPlan plan = ready(change, fleet, chosen.size(), asker.who(), report.suspectBaseline());
        Reason reason = asker.byItself() && !plan.terms().approval().needed() ? Reason.DRIFT_FOUND : Reason.ROLLOUT;
        Triggers.Cause cause = new Triggers.Cause(reason, asker.who(), false, Optional.of(change));
        return new Planned(
                plan, chosen.stream().map(member -> triggers.of(member, cause)).toList(), lines, left);
    }

    /**
     * Returns the report with every line. The run itself carries the first of them only, so it may not be planned from.
     */
    private DriftReport report(String id) {
        DriftReport report = installation
                .ledger()
                .driftReports()
                .of(id)
                .map(DriftReports.Stored::report)
                .or(() -> runs.result(id, DriftReport.class, 5))
                .orElseThrow(() -> ApiException.notNow(id + " has not finished", "slipway drift check --show " + id));
        if (report.more() > 0) {
            throw ApiException.notNow(
                    "the ledger does not have the rows of " + id + ", and its report names only the first "
                            + report.lines().size() + " of " + (report.lines().size() + report.more()) + " nodes",
                    "check the fleet again: slipway drift check --fleet " + report.fleet());
        }
        return report;
    }

    /** Returns why a node that differs would not be changed by any run, with what a person has to do. */
    private static Optional<String> refused(DriftReport.DriftLine line) {
        boolean reported = line.kind() == Route.Kind.REPORT && !line.row().equals(DriftReport.SECOND_SOURCE);
        return Optional.of(line.detail())
                .filter(why -> reported && !why.isEmpty())
                .map(why -> line.node() + " is refused: " + why);
    }

    private RolloutPlan ready(String change, FleetConfig fleet, int nodes, Who who, boolean doubtful) {
        PolicyConfig policy = installation.config().policyOf(fleet);
        int size = Math.max(fleet.members().size(), nodes);
        return new RolloutPlan(
                change,
                fleet.cluster(),
                fleet.name(),
                "ImageDrift",
                change,
                nodes,
                bounds(policy, nodes),
                policy.capacityLimit().of(size),
                policy.soak(),
                new RolloutPlan.Terms(policy.mayFail(nodes), approval(policy.approvals(), nodes, who, doubtful)));
    }

    private static RolloutPlan.Approval approval(
            PolicyConfig.Approvals approvals, int nodes, Who who, boolean doubtful) {
        boolean fourEyes = nodes > approvals.fourEyesAbove();
        return new RolloutPlan.Approval(
                approvals.rollout() || fourEyes || doubtful, fourEyes, approvals.bySignal(), who.name());
    }

    /** Returns the policy's waves as ends, rising, none longer than a wave may be. */
    private static List<Integer> bounds(PolicyConfig policy, int nodes) {
        List<Integer> ends = new ArrayList<>();
        int last = 0;
        for (var wave : policy.waves()) {
            int end = wave.upTo(nodes);
            while (end > last) {
                last = Math.min(end, last + WAVE);
                ends.add(last);
            }
        }
        return ends;
    }
}
