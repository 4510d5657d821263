package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.Grants;
import dev.slipway.ledger.Cordons;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.CordonRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Remembers nodes that are out: how each was found, who is held, which GPUs it had, and under whose leave it is out.
 */
public final class NodeMemory {
    private final GpuBoards boards;
    private final Cordons cordons;
    private final HeldNodes held;
    private final Grants grants;
    private final InstantSource clock;

    public NodeMemory(LedgerDatabase ledger, Grants grants, InstantSource clock) {
        this.boards = new GpuBoards(ledger.facts());
        this.cordons = ledger.cordons();
        this.held = ledger.held();
        this.grants = grants;
        this.clock = clock;
    }

    /** Fails with MACHINE_MISMATCH if the later facts show a GPU that the machine did not have before. */
    void sameGpus(Act act, FactsRef before, FactsRef now) {
        List<String> strange = boards.strange(before.id(), now.id());
        if (!strange.isEmpty()) {
            throw FailureType.MACHINE_MISMATCH.of(act.node() + " was imaged again, and has other GPUs than before: "
                    + String.join(", ", strange) + " answers now; before were known " + boards.known(before.id()));
        }
    }

    /** Returns why the grant that {@code act} names is no longer valid; empty if it is. */
    Optional<String> refusal(Act act) {
        return grants.refusal(act);
    }

    /**
     * Records the cordon. The node's own mark is the truth; the ledger stores a copy for people and for a node whose
     * object is lost.
     */
    void cordoned(Act act, CordonRecord found, boolean adopted) {
        if (!cordons.keepFirst(found).ownerToken().equals(act.token())) {
            cordons.replace(found);
        }
        if (adopted) {
            held.remove(act.node());
        }
    }

    void held(Act act, String reason) {
        held.put(new HeldNodes.Held(
                act.node(),
                act.fleet(),
                reason,
                act.token(),
                act.workflowId(),
                Optional.empty(),
                Optional.empty(),
                clock.instant()));
    }
}
