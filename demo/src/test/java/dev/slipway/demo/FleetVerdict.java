package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.FleetObserver;
import dev.slipway.simulator.observe.Observation;
import dev.slipway.simulator.observe.ObservedNode;
import java.util.List;
import java.util.Optional;

/**
 * What a fleet and its observer say of runs whose ends were planned: nodes that are not as they should be, and acts too
 * many; {@code resets} are those of GPUs and restarts of their daemons.
 */
record FleetVerdict(List<String> violations, int rebootsDoubled, int transactionsDoubled, int resetsDoubled) {

    static FleetVerdict of(KillPlan plan, SimulatedFleet fleet, FleetObserver observer) {
        Observation seen = observer.observe();
        Expectations expectations = Expectations.atMostOut(Integer.MAX_VALUE);
        int reboots = 0;
        int transactions = 0;
        int resets = 0;
        for (KillPlan.Hit hit : plan.hits()) {
            expectations = expectations.node(
                    hit.node(), WantedAfter.run(hit.fate().end(), Integer.MAX_VALUE, Integer.MAX_VALUE));
            ObservedNode view =
                    Optional.ofNullable(seen.nodes().get(hit.node())).orElseThrow();
            Fate.Acts most = hit.fate().most();
            DoneTo done = DoneTo.node(fleet.node(hit.node()));
            reboots += Math.max(0, view.boots() - most.boots());
            transactions += Math.max(0, view.transactions().size() - most.transactions());
            resets += Math.max(0, done.resets() - most.resets())
                    + Math.max(0, done.restarts() - most.restarts())
                    + Math.max(0, done.wakes() - most.wakes());
        }
        return new FleetVerdict(seen.violations(expectations), reboots, transactions, resets);
    }

    void isGood() {
        assertThat(violations).isEmpty();
        assertThat(rebootsDoubled).as("reboots too many").isZero();
        assertThat(transactionsDoubled).as("package transactions too many").isZero();
        assertThat(resetsDoubled).as("resets and restarts too many").isZero();
    }
}
