package dev.slipway.frame;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Act;
import dev.slipway.model.Durations;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Nodes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Drains a node as long as policy allows, and sleeps between the looks where work may go on for days. */
final class PatientDrain {
    private final Trigger trigger;
    private final Journal journal;
    private final OperatorDecisions decisions;
    private boolean emptied;

    PatientDrain(Trigger trigger, Journal journal, OperatorDecisions decisions) {
        this.trigger = trigger;
        this.journal = journal;
        this.decisions = decisions;
    }

    /** Returns whether the node was proven empty by this run. */
    boolean emptied() {
        return emptied;
    }

    /** Asks until the node is proven empty. A stop ends it by throwing. */
    Drained untilEmpty(Nodes nodes, Act act) {
        Instant end = WorkflowTimers.now().plus(trigger.policy().drainTimeout());
        while (true) {
            Duration left = Duration.between(WorkflowTimers.now(), end);
            Duration within = left.isNegative() ? Duration.ZERO : left;
            DrainPolicy policy = trigger.policy().drain(within);
            Optional<Drained> look = WorkflowTimers.unless(decisions::stopWanted, () -> nodes.drain(act, policy));
            if (look.isEmpty()) {
                throw new RunEnded.RollBack(decisions.stopReason());
            }
            if (look.get().busy().isEmpty()) {
                emptied = true;
                return look.get();
            }
            Drained.Busy busy = look.get().busy().get();
            journal.waiting(busy.who() + "; being emptied since " + busy.since() + ", until " + end + " at most");
            Duration sleep = Durations.shorter(busy.lookAgain(), left);
            if (WorkflowTimers.atMost(sleep, decisions::stopWanted)) {
                throw new RunEnded.RollBack(decisions.stopReason());
            }
        }
    }
}
