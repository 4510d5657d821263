package dev.slipway.activities.guard;

import dev.slipway.model.Baseline;
import java.util.ArrayList;
import java.util.List;

/** The gates that a baseline wants passed before a node returns. */
final class RequiredGates {
    private RequiredGates() {}

    static List<String> of(Baseline goal) {
        List<String> gates = new ArrayList<>(List.of("G0", "G1", "G2", "G3", "G4", "G5", "G11"));
        int level = goal.gates().diagLevel();
        if (level == 2) {
            gates.add("G6");
        }
        if (level >= 3) {
            gates.add("G7");
        }
        if (goal.gates().busbwFloor() > 0) {
            gates.add("G8");
        }
        if (goal.gates().pairRequired()) {
            gates.add("G9");
        }
        return List.copyOf(gates);
    }
}
