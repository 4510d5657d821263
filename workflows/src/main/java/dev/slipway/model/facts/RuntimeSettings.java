package dev.slipway.model.facts;

/**
 * Holds the settings that a reboot forgets and that DCGM stores: power limit in watts, clocks as DCGM prints them, e.g.
 * {@code 1593,1980}.
 */
public record RuntimeSettings(
        String persistence,
        String computeMode,
        String powerLimitWatts,
        String clocks,
        String eccMode,
        String migMode) {}
