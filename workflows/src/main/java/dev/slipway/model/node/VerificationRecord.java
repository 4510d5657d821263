package dev.slipway.model.node;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import java.time.Instant;
import java.util.List;

/** Proves that a node matches {@code goal}, for one boot only. */
public record VerificationRecord(
        NodeRef node,
        String token,
        BaselineRef goal,
        String bootId,
        String factsHash,
        List<GateResult> gates,
        Instant at) {

    /**
     * Returns the gates that were not answered under the boot of this proof, one line each. A gate that was not run
     * proves nothing.
     */
    public List<String> ofOtherBoots() {
        return gates.stream()
                .filter(g -> g.verdict() != Verdict.NOT_RUN && !g.bootId().equals(bootId))
                .map(g -> g.gate() + " was answered under "
                        + (g.bootId().isEmpty() ? "a boot that it does not name" : "boot " + g.bootId()))
                .toList();
    }

    /** Returns whether every gate passed, except those that were not run and that the goal does not require. */
    public boolean complete(List<String> required) {
        List<String> passed = gates.stream()
                .filter(g -> g.verdict() == Verdict.PASS)
                .map(GateResult::gate)
                .toList();
        return passed.containsAll(required)
                && gates.stream().allMatch(g -> g.verdict() == Verdict.PASS || g.verdict() == Verdict.NOT_RUN);
    }
}
