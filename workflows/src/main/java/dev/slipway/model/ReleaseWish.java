package dev.slipway.model;

import java.time.Instant;

/** A person's wish to put a held node back into service without proof, and until when that may stand. */
public record ReleaseWish(NodeRef node, String fleet, Who who, Instant until) {}
