package dev.slipway.activities.ssh;

import dev.slipway.activities.clock.ActivityClock;

/**
 * Bundles what an adapter needs to work on nodes: commands, facts, runs that survive the connection, and how it waits.
 */
public record NodeTools(SshNodes ssh, NodeFactsReader facts, DetachedRun runs, ActivityClock clock) {}
