package dev.slipway.activities.ssh;

import dev.slipway.activities.clock.ActivityClock;

/** What an adapter needs to work on nodes: commands, facts, runs that outlive the connection, and how it waits. */
public record NodeTools(SshNodes ssh, NodeFactsReader facts, DetachedRun runs, ActivityClock clock) {}
