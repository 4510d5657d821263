package dev.slipway.activities.ssh;

/** What an adapter needs to work on nodes: commands, facts, and runs that outlive the connection. */
public record NodeTools(SshNodes ssh, NodeFactsReader facts, DetachedRun runs) {}
