package dev.slipway.fleet;

import java.util.List;
import java.util.Map;

/** Counts by outcome, the first problems, and why the wave stopped before its end; blank = it did not. */
public record WaveResult(Map<String, Integer> outcomes, List<String> problems, String stopped) {}
