package dev.slipway.model;

import java.time.Duration;

/** How long a drain may wait for work to end, in the node's own time. Nothing is ever forced. */
public record DrainPolicy(Duration within) {}
