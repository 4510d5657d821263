package dev.slipway.activities.slurm;

import dev.slipway.activities.spi.NodeReservation;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reserves the two nodes of a test for maintenance, besides their drains: if somebody resumes one of them meanwhile,
 * Slurm still starts no job there. It ends with the test, and by itself where nobody comes to end it.
 */
public final class SlurmReservations implements NodeReservation {
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Function<NodeRef, Optional<SlurmSite>> sites;

    /** @param sites empty for a node that is not under Slurm, whose cordon is enough */
    public SlurmReservations(Function<NodeRef, Optional<SlurmSite>> sites) {
        this.sites = sites;
    }

    /** Returns the reservation of a run, the same for each try of its test. */
    static String name(Act act) {
        return "slipway-" + act.token().replaceAll("[^A-Za-z0-9-]", "-");
    }

    @Override
    public GateResult during(Act act, NodeRef partner, Supplier<GateResult> test) {
        Optional<SlurmSite> node = sites.apply(act.node());
        Optional<SlurmSite> other = sites.apply(partner);
        if (node.isEmpty() || other.isEmpty()) {
            return test.get();
        }
        SlurmController slurm = new SlurmController(node.get());
        String name = name(act);
        List<String> both = List.of(node.get().node(), other.get().node());
        String notMade = bestEffort("not reserved", () -> slurm.reserve(name, both, LONGEST));
        String notEnded = "";
        GateResult result;
        try {
            result = test.get();
        } finally {
            notEnded = notMade.isEmpty()
                    ? bestEffort("reservation " + name + " ends by itself", () -> slurm.free(name))
                    : "";
        }
        return result.adding(notMade + notEnded);
    }

    /**
     * Returns what happened. The drains hold both nodes out of service: a Slurm that reserves nothing is reported, and
     * is no verdict on the node.
     */
    private static String bestEffort(String what, Runnable request) {
        try {
            request.run();
            return "";
        } catch (ApplicationFailure refused) {
            if (FailureType.GATE_CLOSED.is(refused)
                    || FailureType.STEP_FAILED.is(refused)
                    || FailureType.TRANSIENT.is(refused)
                    || FailureType.PART_AWAY.is(refused)) {
                return " (" + what + ": " + refused.getOriginalMessage() + ")";
            }
            throw refused;
        }
    }
}
