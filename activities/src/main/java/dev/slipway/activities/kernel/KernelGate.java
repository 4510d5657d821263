package dev.slipway.activities.kernel;

import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.KernelReadiness;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.KernelState.BootLoader;
import dev.slipway.model.facts.NodeFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers gate K: what boots next finds its modules. A saved default is the only candidate; else every kernel is one.
 */
record KernelGate(NodeFacts facts) {
    private static final String GATE = "K";

    GateResult result() {
        KernelState state = facts.kernels();
        for (var reading : List.of(state.builds(), state.kernels(), state.boot(), facts.boot())) {
            if (!reading.known()) {
                return new GateResult(GATE, Verdict.INFRASTRUCTURE, reading.error());
            }
        }
        List<String> wrong = new ArrayList<>();
        Set<String> candidates = candidates(state.boot().value().orElseThrow());
        for (String kernel : candidates) {
            List<String> lacking = KernelReadiness.lacking(facts, kernel);
            if (!lacking.isEmpty()) {
                wrong.add(kernel + " may boot next: " + String.join("; ", lacking));
            }
        }
        String running = facts.boot().value().orElseThrow().kernel();
        List<String> others = KernelReadiness.othersMissing(facts, running);
        if (!others.isEmpty()) {
            wrong.add("modules beside the driver are not built for " + running + ": " + String.join(", ", others));
        }
        return wrong.isEmpty()
                ? new GateResult(
                        GATE,
                        Verdict.PASS,
                        "modules are there for every kernel that may boot: " + String.join(", ", candidates))
                : new GateResult(GATE, Verdict.FAIL, String.join("; ", wrong));
    }

    private Set<String> candidates(BootLoader loader) {
        Set<String> candidates = new LinkedHashSet<>(List.of(loader.kernel()));
        if (!loader.once().isEmpty()) {
            candidates.add(loader.once());
        }
        if (!loader.saved()) {
            facts.kernels().kernels().or(List.of()).forEach(k -> candidates.add(k.version()));
        }
        return candidates;
    }
}
