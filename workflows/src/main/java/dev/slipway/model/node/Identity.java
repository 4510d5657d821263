package dev.slipway.model.node;

import java.util.Optional;

/** Identifies a machine: the same after any reboot, and all but the product UUID may change with a re-image. */
public record Identity(String machineId, String productUuid, Optional<String> nodeUid) {

    /** Returns whether {@code now} is the machine that was first seen; a missing Node UID on either side is ignored. */
    public boolean sameMachine(Identity now) {
        return machineId.equals(now.machineId)
                && productUuid.equals(now.productUuid)
                && (nodeUid.isEmpty() || now.nodeUid.isEmpty() || nodeUid.equals(now.nodeUid));
    }

    /** Returns it in words for a person. */
    @Override
    public String toString() {
        return "machine-id " + machineId + ", product UUID " + productUuid
                + nodeUid.map(uid -> ", Node UID " + uid).orElse("");
    }
}
