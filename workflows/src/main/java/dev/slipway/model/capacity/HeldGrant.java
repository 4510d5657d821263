package dev.slipway.model.capacity;

/** Holds a grant that is still open, and the request that it answers. */
public record HeldGrant(CapacityRequest request, Grant grant) {

    /** Returns whether it answers the same run of the same holder as {@code other}. */
    public boolean answers(CapacityRequest other) {
        return request.holder().equals(other.holder()) && request.runId().equals(other.runId());
    }
}
