package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import dev.slipway.config.keys.LegacyKey;
import java.time.Duration;

/** Sets how a worker reads a whole fleet: how many nodes in parallel, and how long it waits for a node. */
public record ScanConfig(
        @Doc("Nodes that one worker reads at once; those that are slow by now do not count.")
        @Default("256")
        @LegacyKey("atOnce")
        int maxConcurrent,

        @Doc("Nodes of one rack that it reads at once, slow ones included; nodes of rack `unknown` have no such limit.")
        @Default("32")
        @LegacyKey("perRack")
        int maxConcurrentPerRack,

        @Doc("After this time a node is slow: it is waited for, and the next one begins.") @Default("5s")
        Duration slowAfter,

        @Doc("How long one node may take, connecting included; then it has timed out.")
        @Default("60s")
        @LegacyKey("nodeWithin")
        Duration nodeTimeout) {}
