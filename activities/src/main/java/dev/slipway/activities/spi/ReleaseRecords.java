package dev.slipway.activities.spi;

import dev.slipway.model.CordonRecord;
import dev.slipway.model.NodeRef;
import dev.slipway.model.ReleaseWish;
import java.util.Optional;

/** What must be remembered about a node that a person puts back without proof. */
public interface ReleaseRecords { // seam: a release by hand knows no ledger

    /** How the node was found before it was first cordoned. */
    Optional<CordonRecord> found(NodeRef node);

    /** Safe to repeat. Written before the node is put back: who, why, until when. */
    void overriding(ReleaseWish wish);

    /** Safe to repeat. The node is no longer held, and its cordon record is done with. */
    void released(NodeRef node, String ownerToken);
}
