package dev.slipway.rollout;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import java.util.List;

/** Shows the budget as a table: how many nodes may be out, which are out by us, which by others, and who waits. */
public record CapacityView(int limit, List<Grant> granted, List<String> outByOthers, List<CapacityRequest> waiting) {}
