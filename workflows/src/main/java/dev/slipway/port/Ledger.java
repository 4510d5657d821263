package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.VerificationRecord;
import io.temporal.activity.ActivityInterface;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores what must survive a run. */
@ActivityInterface(namePrefix = "Ledger.")
public interface Ledger {

    /**
     * Safe to repeat: one row per node, the later note wins. A note that the node is in service ends the record of the
     * cordon that its run made.
     */
    void note(NodeNote note);

    /** Safe to repeat: stores the proof under the run's token. */
    void verified(Act act, VerificationRecord record);

    /**
     * Safe to repeat: writes the end of a run, before the run closes. Returns the node's state now: a node that an
     * earlier run left held, and that this run did not take over, is still held.
     */
    @Limits(attempts = Limits.FOR_A_DAY)
    NodeState ended(Act act, NodeOutcome outcome);

    /** Safe to repeat: reads only. Returns how the run with this token ended, as it wrote before it closed. */
    Optional<NodeOutcome> outcomeOf(String token);

    /** Safe to repeat. Pins this node to the baseline for as long as its fleet names {@code failed}. */
    void pin(Act act, BaselineRef baseline, BaselineRef failed, String reason);

    /**
     * Safe to repeat: kept once. From now on every run towards {@code goal} knows these lines of the driver; {@code
     * who} has accepted them.
     */
    void acceptLines(Act act, BaselineRef goal, List<String> lines, Who who);

    /**
     * Safe to repeat: reads only. The first node that could lend itself as partner and is not among {@code asked}: same
     * fleet, in service, idle by all we know. An older worker does not name those that it asked, and is given the one
     * with the number {@code candidate}.
     */
    Optional<NodeRef> partnerFor(Act act, BaselineRef goal, int candidate, @Nullable List<NodeRef> asked);
}
