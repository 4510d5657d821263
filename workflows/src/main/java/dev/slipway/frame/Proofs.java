package dev.slipway.frame;

import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.FactsRef;
import java.util.ArrayList;
import java.util.List;

/** Holds the answers of the gates, each under the boot that ran. */
public final class Proofs {
    private final Journal journal;
    private final KnownBoots boots;
    private final List<GateResult> results = new ArrayList<>();
    private String failedGate = "";

    Proofs(Journal journal, KnownBoots boots) {
        this.journal = journal;
        this.boots = boots;
    }

    /** Keeps the answer of a gate as proof; one that failed, or was given under another boot, ends the verification. */
    public void prove(GateResult result) {
        results.removeIf(old -> old.gate().equals(result.gate()));
        results.add(result);
        journal.line(result.toString());
        boots.answered(result.gate(), result.bootId());
        if (failedGate.isBlank() && result.verdict() == Verdict.FAIL) {
            failedGate = result.gate();
        }
        switch (result.verdict()) {
            case FAIL -> throw new RunEnded.RollBack(result.toString());
            case INFRASTRUCTURE, HOLD -> throw new RunEnded.Hold(result.toString());
            case CRASHED -> throw new RunEnded.Crashed(result.toString());
            case PASS, NOT_RUN -> {}
        }
    }

    /** Answers G3 once more, on a reading that is made anyway: an error under the tests counts like one before them. */
    void proveQuiet(FactsRef now) {
        now.log().ifPresent(log -> prove(log.gate().under(now.bootId())));
    }

    /** Returns the gate that failed first; empty if none did. */
    String failedGate() {
        return failedGate;
    }

    boolean gateFailed() {
        return !failedGate.isBlank();
    }

    /** Restarts verification, towards another baseline or a new image. */
    void restart() {
        results.clear();
        failedGate = "";
    }

    /** Sets the gate that failed before this verification as the run's failed gate, if one did. */
    void blame(String earlier) {
        failedGate = earlier.isBlank() ? failedGate : earlier;
    }

    List<GateResult> results() {
        return List.copyOf(results);
    }

    /** Returns what a person should know of a node that passed: gates that could not be run. */
    List<String> notRun() {
        return results.stream()
                .filter(proof ->
                        proof.verdict() == Verdict.NOT_RUN && !proof.bootId().isEmpty())
                .map(proof -> proof.gate() + " was not run: " + proof.detail())
                .toList();
    }
}
