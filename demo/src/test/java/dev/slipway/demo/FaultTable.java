package dev.slipway.demo;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.worker.Runbooks;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Step × fault → how a run may end. A fault that passes changes nothing. Any other fault may end the run early, but
 * never with a node that goes back into service as if nothing had happened: that its observer judges.
 */
final class FaultTable {
    private static final String LED_TO_BY_TESTS = "gpu-fault-rma";

    /** Where a run stands, seen from what it changes. */
    enum Phase {
        /** Nothing was changed yet: there is nothing to roll back. */
        BEFORE_THE_CHANGE,
        CHANGING,
        /** The tests of the whole node: a node that goes down under them is suspect. */
        TESTING,
        /** The proof is written. */
        RETURNING
    }

    /**
     * Pairs that are known to end wrong, and why: left out of the sample, counted, and judged apart where all run. Each
     * mend takes its line away.
     */
    record KnownRed(WorldFault fault, Pattern steps, String why) {
        boolean holds(FaultPair pair) {
            return pair.fault() == fault && steps.matcher(pair.step()).matches();
        }
    }

    static final List<KnownRed> KNOWN_RED = List.of();

    private static final Set<String> SLUGS = Runbooks.found().workflowTypes().keySet();

    private static final Set<String> BEFORE_THE_CHANGE =
            Set.of("facts", "diagnose", "pre-checks", "capacity", "cordon", "evidence", "drain", "preview", "suspects");

    private static final Set<String> TESTING =
            Set.of("diag-1", "diag-2", "diag-3", "nccl", "partner", "nccl-pair", "smoke", "facts-proven");

    private static final Set<String> RETURNING = Set.of("record-verification", "readmit", "soak", "release");

    private FaultTable() {}

    static Optional<KnownRed> knownRed(FaultPair pair) {
        return KNOWN_RED.stream().filter(red -> red.holds(pair)).findFirst();
    }

    static Phase phase(String step) {
        String bare = bare(step);
        if (RETURNING.contains(bare)) {
            return Phase.RETURNING;
        }
        if (TESTING.contains(bare)) {
            return Phase.TESTING;
        }
        return BEFORE_THE_CHANGE.contains(bare) && !step.startsWith("undo-") ? Phase.BEFORE_THE_CHANGE : Phase.CHANGING;
    }

    /** Whether nothing more is done to the node at that step and after it than to test it and give it back. */
    static boolean afterTheLastChange(String step) {
        return Set.of("nccl", "partner", "nccl-pair", "smoke", "facts-proven", "record-verification", "readmit")
                .contains(bare(step));
    }

    /** The step without the way that led to it. */
    private static String bare(String step) {
        String bare = step.startsWith("undo-") ? step.substring("undo-".length()) : step;
        return SLUGS.stream()
                .filter(slug -> bare.startsWith(slug + "-"))
                .map(slug -> bare.substring(slug.length() + 1))
                .findFirst()
                .orElse(bare);
    }

    /** Whether it may lead to gpu-fault-rma, which resets and reboots. */
    static boolean ofHardware(WorldFault fault) {
        return Set.of(WorldFault.POWER_LOST, WorldFault.XID, WorldFault.CLOCK_MOVED)
                .contains(fault);
    }

    /** How that run may end. */
    static Set<Outcome> allowed(FaultPair pair) {
        EnumSet<Outcome> allowed = EnumSet.of(pair.undisturbed());
        if (pair.fault().passes() && pair.fault() != WorldFault.SSH_SILENT) {
            return allowed;
        }
        allowed.add(Outcome.HELD);
        switch (phase(pair.step())) {
            case BEFORE_THE_CHANGE -> allowed.add(Outcome.UNTOUCHED);
            case CHANGING -> allowed.addAll(Set.of(Outcome.ROLLED_BACK, Outcome.UNTOUCHED));
            case TESTING -> {
                if (pair.fault() != WorldFault.POWER_LOST) {
                    allowed.add(Outcome.ROLLED_BACK);
                }
            }
            case RETURNING -> {}
        }
        if (ofHardware(pair.fault())) {
            allowed.add(Outcome.RMA_CANDIDATE);
        }
        if (pair.fault() == WorldFault.DISK_FULL) {
            allowed.addAll(Set.of(Outcome.ROLLED_BACK, Outcome.UNTOUCHED));
        }
        return allowed;
    }

    /** What is wrong with that end, in words; empty where it may end so. */
    static Optional<String> wrong(FaultPair pair, NodeOutcome end) {
        Set<Outcome> allowed = allowed(pair);
        if (!allowed.contains(end.outcome())) {
            return Optional.of("ended " + end + ", allowed is " + allowed);
        }
        boolean crashed = pair.fault() == WorldFault.POWER_LOST && phase(pair.step()) == Phase.TESTING;
        boolean inService = end.outcome() == Outcome.CONVERGED || end.outcome() == Outcome.ROLLED_BACK;
        return crashed && inService && !end.path().contains(LED_TO_BY_TESTS)
                ? Optional.of("ended " + end + " by way of " + end.path() + " though it crashed under its tests")
                : Optional.empty();
    }
}
