package dev.slipway.simulator.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds what a fleet looked like at one moment, and what was seen happening to it since the observer came.
 *
 * @param budgetsBroken pods that were taken although their budget allowed none
 * @param unsafe acts on nodes that were not cordoned or not empty
 * @param unproven returns of nodes to service without proof that they are whole
 * @param mostOut the most nodes that were out of service at once
 * @param mostOutOfRack the same, by rack
 */
public record Observation(
        Map<String, ObservedNode> nodes,
        List<String> budgetsBroken,
        List<String> unsafe,
        List<String> unproven,
        int mostOut,
        Map<String, Integer> mostOutOfRack) {

    /** Returns everything that was wrong in itself, and everything that is not as expected, one sentence each. */
    public List<String> violations(Expectations expectations) {
        List<String> violations = new ArrayList<>(unsafe);
        violations.addAll(unproven);
        budgetsBroken.forEach(pod -> violations.add("a budget was broken: " + pod));
        if (mostOut > expectations.mostOut()) {
            violations.add(mostOut + " nodes were out at once, at most " + expectations.mostOut() + " may be");
        }
        expectations.mostOutOfRack().forEach((rack, most) -> {
            int seen = mostOutOfRack.getOrDefault(rack, 0);
            if (seen > most) {
                violations.add(seen + " nodes of rack " + rack + " were out at once, at most " + most + " may be");
            }
        });
        violations.addAll(differences(expectations));
        return List.copyOf(violations);
    }

    /** Returns what of the nodes is not as expected, one sentence each. */
    public List<String> differences(Expectations expectations) {
        List<String> differences = new ArrayList<>();
        new TreeMap<>(expectations.nodes()).forEach((node, wanted) -> {
            ObservedNode view = nodes.get(node);
            if (view == null) {
                differences.add(node + " is not in the fleet");
            } else {
                wanted.differences(view).forEach(d -> differences.add(node + " " + d));
            }
        });
        return List.copyOf(differences);
    }
}
