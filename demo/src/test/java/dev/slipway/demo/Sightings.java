package dev.slipway.demo;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.Optional;

/** Strikes once when a node of a round shows what the round waits for: in that node's own thread, so it is happening then. */
final class Sightings implements NodeListener {
    private volatile Optional<KillPlan.Round> watched = Optional.empty();
    private Runnable strike = () -> {};

    /** From now on, until it is seen. A round without a sight is not watched. */
    synchronized void watch(KillPlan.Round round, Runnable what) {
        strike = what;
        watched = round.sight().map(sight -> round);
    }

    /** Whether nothing is waited for any more. */
    boolean seen() {
        return watched.isEmpty();
    }

    @Override
    public void down(SimulatedNode node) {
        seen(node, KillPlan.Sight.DOWN);
    }

    @Override
    public void up(SimulatedNode node) {
        seen(node, KillPlan.Sight.UP);
    }

    @Override
    public void event(SimulatedNode node, NodeEvent event) {
        if (event.kind() == NodeEvent.Kind.COMMAND) {
            seen(node, KillPlan.Sight.JOB);
        } else if (event.kind() == NodeEvent.Kind.TRANSACTION) {
            seen(node, KillPlan.Sight.TRANSACTION);
        }
    }

    private synchronized void seen(SimulatedNode node, KillPlan.Sight sight) {
        boolean wanted = watched.filter(round -> round.has(node.name()))
                .flatMap(KillPlan.Round::sight)
                .filter(sight::equals)
                .isPresent();
        if (wanted) {
            strike.run();
            watched = Optional.empty();
        }
    }
}
