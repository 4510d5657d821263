package dev.slipway.model;

import java.util.Optional;

/**
 * A wish to put a node back as it was found. {@code verification} is the proof; without it, {@code untouched} must name
 * the facts from before the cordon, which then must be unchanged.
 */
public record Readmission(
        CordonRecord cordon, Optional<VerificationRecord> verification, Optional<FactsRef> untouched) {}
