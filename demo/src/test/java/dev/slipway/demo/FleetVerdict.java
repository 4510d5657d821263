package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.NodeView;
import dev.slipway.simulator.observe.Observation;
import java.util.List;
import java.util.Optional;

/** What the fleet's observer says of runs whose ends were planned: nodes that are not as they should be, and acts too many. */
record FleetVerdict(List<String> violations, int rebootsDoubled, int transactionsDoubled) {

    static FleetVerdict of(KillPlan plan, Observation seen) {
        Expectations expectations = Expectations.atMostOut(Integer.MAX_VALUE);
        int reboots = 0;
        int transactions = 0;
        for (KillPlan.Hit hit : plan.hits()) {
            expectations =
                    expectations.node(hit.node(), hit.fate().wanted().atMost(Integer.MAX_VALUE, Integer.MAX_VALUE));
            NodeView view = Optional.ofNullable(seen.nodes().get(hit.node())).orElseThrow();
            reboots += Math.max(0, view.boots() - hit.fate().boots());
            transactions += Math.max(0, view.transactions().size() - hit.fate().transactions());
        }
        return new FleetVerdict(seen.violations(expectations), reboots, transactions);
    }

    void isGood() {
        assertThat(violations).isEmpty();
        assertThat(rebootsDoubled).as("reboots too many").isZero();
        assertThat(transactionsDoubled).as("package transactions too many").isZero();
    }
}
