package dev.slipway.model;

import java.time.Instant;

/** Leave to take one node out of service; {@code fence} grows with every grant of the same domain. */
public record Grant(String domain, String holder, long fence, Instant at) {}
