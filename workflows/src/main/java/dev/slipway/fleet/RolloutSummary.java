package dev.slipway.fleet;

import java.util.List;
import java.util.Map;

/** How a rollout ended, or where it is: counts by outcome, the first problems, and why it stopped where it did. */
public record RolloutSummary(
        String change, String state, int nodes, Map<String, Integer> outcomes, List<String> problems, String why) {}
