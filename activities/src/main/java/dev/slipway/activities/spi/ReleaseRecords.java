package dev.slipway.activities.spi;

import dev.slipway.model.CordonRecord;
import dev.slipway.model.NodeRef;
import dev.slipway.model.ReleaseWish;
import java.util.Optional;

/** Records what is known about a node that a person puts back without proof. */
public interface ReleaseRecords { // seam: a release by hand knows no ledger

    /** Returns how the node was found before it was first cordoned. */
    Optional<CordonRecord> found(NodeRef node);

    /** Safe to repeat. Records before the node is put back: who, why, until when. */
    void overriding(ReleaseWish wish);

    /** Safe to repeat. Records that the node is no longer held, and closes its cordon record. */
    void released(NodeRef node, String ownerToken);
}
