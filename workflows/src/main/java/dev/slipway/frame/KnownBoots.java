package dev.slipway.frame;

import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;

/**
 * Holds the boots of a node that its run knows, each the result of an act: the one under which it was changed last,
 * which the next reboot has to leave, and the one under which its gates are answered.
 */
final class KnownBoots {
    private static final int MOST_BY_OTHERS = 3;

    private String running = "";
    private String tested = "";
    private int byOthers;

    /** Returns the boot that acts expect, and that the next reboot has to leave; empty before the first facts. */
    String running() {
        return running;
    }

    /** Notes a boot that an act has read; an act without a result changes nothing. */
    void read(String bootId) {
        running = bootId.isBlank() ? running : bootId;
    }

    /** Takes over the boot of a refusal, so that the act may be repeated; returns false if that happens too often. */
    boolean rebootedByAnother(TemporalFailure failure) {
        if (failure.getCause() instanceof ApplicationFailure cause
                && FailureType.REBOOTED.is(cause)
                && byOthers++ < MOST_BY_OTHERS) {
            read(cause.getDetails().get(String.class));
            return true;
        }
        return false;
    }

    /** Notes that the run itself changes the boot, or tests no more: later answers begin a new series. */
    void testsOver() {
        tested = "";
    }

    /**
     * A gate was answered under this boot. The first one begins the tests; throws where a later one was under another.
     */
    void answered(String gate, String bootId) {
        if (tested.isEmpty()) {
            tested = bootId;
            read(bootId);
        }
        mustBeTested(gate, bootId);
    }

    /** Throws if tests have begun and the node now runs another boot. Runs that began before this check go on. */
    void mustBeTested(String at, String bootId) {
        boolean left = !tested.isEmpty() && !bootId.isBlank() && !tested.equals(bootId);
        if (left && Workflow.getVersion("crash-under-test", Workflow.DEFAULT_VERSION, 1) == 1) {
            throw new RunEnded.Crashed(
                    "its tests began under boot " + tested + ", at " + at + " it ran boot " + bootId);
        }
    }
}
