package dev.slipway.fleet;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts by outcome, the first problems, why the wave stopped before its end (blank = it did not), and the places in
 * the plan of nodes that gave way to work on them: they are not among the counts.
 */
public record WaveResult(Map<String, Integer> outcomes, List<String> problems, String stopped, List<Integer> gaveWay) {

    /** A wave that ended before nodes could give way has none. */
    public WaveResult {
        gaveWay = Optional.ofNullable(gaveWay).map(List::copyOf).orElse(List.of());
    }
}
