package dev.slipway.model;

import java.time.Duration;

/** How long a drain may wait for work to end; without {@code evict} nothing is asked to leave, the node must be idle already. Nothing is ever forced. */
public record DrainPolicy(Duration within, boolean evict) {}
