package dev.slipway.simulator.kubernetes.spec;

import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.util.Optional;

/** Lists what a pod can belong to. */
public enum WorkloadKind {
    /** A naked pod: nothing brings it back. */
    NONE(Optional.empty()),
    REPLICA_SET(Optional.of(ResourceType.REPLICA_SETS)),
    STATEFUL_SET(Optional.of(ResourceType.STATEFUL_SETS)),
    JOB(Optional.of(ResourceType.JOBS));

    private final Optional<ResourceType> type;

    WorkloadKind(Optional<ResourceType> type) {
        this.type = type;
    }

    public Optional<ResourceType> type() {
        return type;
    }
}
