package dev.slipway.fleet;

import dev.slipway.model.CapacityRequest;
import dev.slipway.model.Grant;
import java.util.List;

/** The budget as a table shows it: how many may be out, who is out by us, who by others, who waits. */
public record CapacityView(int limit, List<Grant> granted, List<String> outByOthers, List<CapacityRequest> waiting) {}
