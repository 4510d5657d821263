package dev.slipway.rollout;

import java.util.List;
import java.util.Map;

/** Reports how a rollout ended, or where it is: counts by outcome, the first problems, and why it stopped. */
public record RolloutSummary(
        String change, String state, int nodes, Map<String, Integer> outcomes, List<String> problems, String why) {}
