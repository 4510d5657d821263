package dev.slipway.frame;

import java.util.List;

/**
 * Where a run is: the answer to the query {@code view}. {@code choices} is empty unless the run waits for a decision.
 */
public record RunView(
        String state, String step, String why, List<String> choices, String decideBy, List<String> journal) {}
