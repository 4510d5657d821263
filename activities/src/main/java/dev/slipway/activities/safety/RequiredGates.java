package dev.slipway.activities.safety;

import dev.slipway.model.Baseline;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Lists the gates that a baseline requires before a node returns. */
public final class RequiredGates {
    private RequiredGates() {}

    /** Before any was answered. */
    public static List<String> of(Baseline goal) {
        return of(goal, List.of());
    }

    /** A diagnostic of a higher level proves the lower one too. */
    static List<String> of(Baseline goal, List<GateResult> gates) {
        List<String> required = new ArrayList<>(List.of("G0", "G1", "G2", "G3", "G4", "G5", "G11"));
        int level = goal.gates().diagLevel();
        boolean third = gates.stream().anyMatch(g -> g.gate().equals("G7") && g.verdict() == Verdict.PASS);
        if (level >= 3 || (level == 2 && third)) {
            required.add("G7");
        } else if (level == 2) {
            required.add("G6");
        }
        if (goal.gates().minBusBandwidth() > 0) {
            required.add("G8");
        }
        if (goal.gates().pairRequired()) {
            required.add("G9");
        }
        return List.copyOf(required);
    }
}
