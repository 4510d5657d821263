package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.FleetObserver;
import dev.slipway.simulator.observe.Observation;
import dev.slipway.simulator.observe.ObservedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a fleet and its observer say of runs whose ends were planned: nodes that are not as they should be, and acts too
 * many; {@code resets} are those of GPUs and restarts of their daemons. {@code doubled} tells what was done to each
 * node that has one, and what its run noted.
 */
record FleetVerdict(
        List<String> violations, int rebootsDoubled, int transactionsDoubled, int resetsDoubled, List<String> doubled) {
    private static final int NOTED = 500;

    static FleetVerdict of(KillPlan plan, SimulatedFleet fleet, FleetObserver observer, AuditTrail audit) {
        Observation seen = observer.observe();
        Expectations expectations = Expectations.atMostOut(Integer.MAX_VALUE);
        int reboots = 0;
        int transactions = 0;
        int resets = 0;
        List<String> doubled = new ArrayList<>();
        for (KillPlan.Hit hit : plan.hits()) {
            expectations = expectations.node(
                    hit.node(), WantedAfter.run(hit.fate().end(), Integer.MAX_VALUE, Integer.MAX_VALUE));
            ObservedNode view =
                    Optional.ofNullable(seen.nodes().get(hit.node())).orElseThrow();
            Fate.Acts most = hit.fate().most();
            DoneTo done = DoneTo.node(fleet.node(hit.node()));
            int boots = Math.max(0, view.boots() - most.boots());
            int changes = Math.max(0, view.transactions().size() - most.transactions());
            int others = Math.max(0, done.resets() - most.resets())
                    + Math.max(0, done.restarts() - most.restarts())
                    + Math.max(0, done.wakes() - most.wakes());
            if (boots + changes + others > 0) {
                doubled.add(
                        hit + "\n" + done.inOrder() + noted(audit, fleet.plan().cluster() + "/" + hit.node()));
            }
            reboots += boots;
            transactions += changes;
            resets += others;
        }
        return new FleetVerdict(seen.violations(expectations), reboots, transactions, resets, doubled);
    }

    private static String noted(AuditTrail audit, String subject) {
        return audit.of(subject, NOTED).reversed().stream()
                .map(entry -> "\n  " + entry.at() + " " + entry.verb() + " " + entry.detail())
                .collect(Collectors.joining());
    }

    void isGood() {
        assertThat(violations).isEmpty();
        String doubledAll = String.join("\n", doubled);
        assertThat(rebootsDoubled).as("reboots too many: %s", doubledAll).isZero();
        assertThat(transactionsDoubled)
                .as("package transactions too many: %s", doubledAll)
                .isZero();
        assertThat(resetsDoubled)
                .as("resets and restarts too many: %s", doubledAll)
                .isZero();
    }
}
