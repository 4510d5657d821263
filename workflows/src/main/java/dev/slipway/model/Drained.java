package dev.slipway.model;

import java.time.Instant;

/** Proof that a node is empty: no pod with a GPU, no job, no process on a GPU, each read in full. */
public record Drained(Instant at, int evicted, String proof) {}
