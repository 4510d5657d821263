package dev.slipway.starter.api;

import dev.slipway.ledger.Outcomes;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.Installation;
import java.util.List;
import java.util.Optional;

/**
 * Starts what holds the lock of a node. A run whose outcome is known returns its grant and notifies people before it
 * closes. A caller that read that outcome and requests the next run waits for that moment instead of being refused.
 */
final class NodeLock {
    private static final int CLOSES_WITHIN_SECONDS = 15;

    private final Outcomes outcomes;
    private final Runs runs;

    NodeLock(Installation installation, Runs runs) {
        this.outcomes = installation.ledger().outcomes();
        this.runs = runs;
    }

    /** Starts a run on a node and returns its run id; refused while another one works on that node. */
    String start(NodeRef node, Runs.Start start, Object... input) {
        Optional<String> begun = runs.begun(start, input);
        if (begun.isPresent()) {
            return begun.get();
        }
        if (runs.describe(start.id()).filter(run -> hasEnded(node, run)).isPresent()) {
            runs.awaitClosed(start.id(), CLOSES_WITHIN_SECONDS);
        }
        return runs.start(start, input);
    }

    private boolean hasEnded(NodeRef node, Runs.Run run) {
        List<NodeOutcome> last = outcomes.ofNode(node, 1);
        return !last.isEmpty() && !last.getFirst().ended().isBefore(run.started());
    }
}
