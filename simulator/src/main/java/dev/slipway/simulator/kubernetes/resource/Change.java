package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Records one change of one stored object; {@code object} is its last state, even if it was deleted. */
public record Change(ResourceType type, Kind kind, Optional<ObjectNode> before, ObjectNode object, long revision) {
    public enum Kind {
        ADDED,
        MODIFIED,
        DELETED
    }

    public boolean deleted() {
        return kind == Kind.DELETED;
    }
}
