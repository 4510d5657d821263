package dev.slipway.model;

import java.time.Instant;

/** Requests, for a person, to put a held node back into service without proof, and states until when that may last. */
public record ReleaseWish(NodeRef node, String fleet, Who who, Instant until) {}
