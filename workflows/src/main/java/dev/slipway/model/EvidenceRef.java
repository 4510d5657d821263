package dev.slipway.model;

/** A bundle in the evidence store: its path there, and the SHA-256 of its bytes. */
public record EvidenceRef(String path, String sha256, long bytes) {}
