package dev.slipway.activities.spi;

import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.UnverifiedRelease;
import java.util.Optional;

/** Records what is known about a node that a person puts back without proof. */
public interface ReleaseRecords { // seam: a release by hand knows no ledger

    /** Returns how the node was found before it was first cordoned. */
    Optional<CordonRecord> found(NodeRef node);

    /** Safe to repeat. Records before the node is put back: who, why, until when. */
    void overriding(UnverifiedRelease request);

    /** Safe to repeat. Records that the node is no longer held, and closes its cordon record. */
    void released(NodeRef node, String ownerToken);

    /** Returns whether {@code request} is the node's last release, and the node was neither held nor proved since. */
    boolean counts(UnverifiedRelease request);
}
