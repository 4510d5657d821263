package dev.slipway.activities.safety;

import dev.slipway.model.Baseline;
import dev.slipway.model.CheckResult;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.TestTools;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks whether the gates that test GPUs can be run on a node, by the facts about their programs. A node is not taken
 * out to be held for a gate that cannot run. If that was not read, there is no objection: the gate itself will report
 * it.
 */
public record RunnableGates(NodeFacts facts) {
    private static final String MEND = "Install it where systemd finds it, then start again";

    /**
     * Returns the objections of P8: the gates that {@code goal} or {@code previous} requires and that cannot be run;
     * both prove a node before its return.
     *
     * @param brings whether the run installs the packages that the goal pins, or writes its image
     */
    public List<String> objections(Baseline goal, Optional<Baseline> previous, boolean brings) {
        return required(goal, previous, brings).stream()
                .map(why -> "P8: " + why + ". " + MEND)
                .toList();
    }

    private List<String> required(Baseline goal, Optional<Baseline> previous, boolean brings) {
        Set<String> required = Stream.concat(Stream.of(goal), previous.stream())
                .flatMap(baseline -> RequiredGates.of(baseline).stream())
                .collect(Collectors.toSet());
        return byCause((gate, lack) -> required.contains(gate) && !(brings && brought(goal, lack))).stream()
                .map(why -> why + ", and baseline " + goal.id() + " requires it")
                .toList();
    }

    /** Returns the gates that cannot be run and that {@code goal} does not require. */
    public List<String> remarks(Baseline goal) {
        List<String> required = RequiredGates.of(goal);
        return byCause((gate, lack) -> gate.equals("G9") && !required.contains(gate)).stream()
                .map(why -> why + "; baseline " + goal.id() + " does not require it")
                .toList();
    }

    /** Returns the same for a person who checks before there is a run. */
    public List<CheckResult> results(String part, Baseline goal) {
        String node = facts.node().name() + ": ";
        return Stream.concat(
                        required(goal, Optional.empty(), false).stream()
                                .map(why -> CheckResult.wrong(part, node + why, MEND)),
                        remarks(goal).stream().map(why -> CheckResult.remark(part, node + why, "")))
                .toList();
    }

    private List<String> byCause(BiPredicate<String, TestTools.Lack> which) {
        Map<String, Set<String>> gates = new TreeMap<>();
        facts.tools().value().map(TestTools::lacking).orElse(Map.of()).forEach((gate, lack) -> {
            if (which.test(gate, lack)) {
                gates.computeIfAbsent(lack.why(), why -> new TreeSet<>()).add(gate);
            }
        });
        return gates.entrySet().stream()
                .map(cause -> String.join(", ", cause.getValue()) + " cannot run: " + cause.getKey())
                .toList();
    }

    /** Returns whether converging to the goal brings the package, or its image the content. */
    private boolean brought(Baseline goal, TestTools.Lack lack) {
        Set<String> there = facts.software().packages().or(List.of()).stream()
                .filter(p -> p.status().equals("installed"))
                .map(InstalledPackage::name)
                .collect(Collectors.toSet());
        return goal.imaged()
                || goal.packages().keySet().stream()
                        .anyMatch(name -> !there.contains(name)
                                && lack.packages().matcher(name).matches());
    }
}
