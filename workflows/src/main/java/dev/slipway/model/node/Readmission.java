package dev.slipway.model.node;

import dev.slipway.model.facts.FactsRef;
import java.util.Optional;

/**
 * Requests to put a node back as it was found. {@code verification} is the proof; without it, {@code untouched} must
 * name the facts from before the cordon, which then must be unchanged. {@code emptied}: the node was proven empty
 * since.
 */
public record Readmission(
        CordonRecord cordon, Optional<VerificationRecord> verification, Optional<FactsRef> untouched, boolean emptied) {

    /** Creates a readmission by proof, of a node that was emptied for it. */
    public static Readmission proven(CordonRecord cordon, VerificationRecord proof) {
        return new Readmission(cordon, Optional.of(proof), Optional.empty(), true);
    }

    /** Creates a readmission as found, with the work that is on the node unless it was {@code emptied}. */
    public static Readmission asFound(CordonRecord cordon, FactsRef before, boolean emptied) {
        return new Readmission(cordon, Optional.empty(), Optional.of(before), emptied);
    }
}
