package dev.slipway.frame;

import java.util.List;

/** Answers the query {@code view}: where a run is. {@code choices} is empty unless the run waits for a decision. */
public record RunView(
        String state, String step, String why, List<String> choices, String decideBy, List<String> journal) {}
