package dev.slipway.rollout;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reports counts by outcome, the first problems, why the wave stopped before its end (blank: it did not), and the
 * indices in the plan of skipped nodes, which are not among the counts.
 */
public record WaveResult(Map<String, Integer> outcomes, List<String> problems, String stopped, List<Integer> gaveWay) {

    /** Accepts a result from before nodes could be skipped: it has none. */
    public WaveResult {
        gaveWay = Optional.ofNullable(gaveWay).map(List::copyOf).orElse(List.of());
    }
}
