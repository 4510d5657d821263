package dev.slipway.rules.triage;

import java.util.List;
import java.util.Optional;

/**
 * Holds the result of the XIDs since T0 and of the driver's own words. {@code unjudged} is what could not be judged and
 * why; {@code notes} is what a person should know beside the verdicts.
 */
public record XidFindings(List<XidVerdict> verdicts, List<String> unjudged, List<String> notes) {

    /** Returns the verdict that takes the node out of service first, in the order in which they are listed. */
    public Optional<XidVerdict> first() {
        return verdicts.stream().filter(v -> v.care().now()).findFirst();
    }

    /** Returns what waits for the next drain. */
    public List<XidVerdict> later() {
        return verdicts.stream()
                .filter(v -> v.care().ofTheNode() && !v.care().now())
                .toList();
    }
}
