package dev.slipway.model.capacity;

import java.util.List;

/**
 * Describes the present budget of a fleet from configuration and cluster: how many nodes may be out, and which are, for
 * any reason.
 */
public record CapacityRoom(int limit, List<String> out) {}
