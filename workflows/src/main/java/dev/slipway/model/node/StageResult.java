package dev.slipway.model.node;

import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.Reading;
import java.util.Optional;

/**
 * Reports a stage that was tried. If it is done, {@code why} is usually empty, else what a person should know. If it is
 * not done, {@code why} states what prevented it, and the next stage follows; or {@code needs} names the {@link
 * DriverFault} that no stage of this runbook would help, or, from an older worker, the runbook with that work. {@code
 * bootId} is the boot under which it was checked, empty if that was not read; {@code mark} the place in the kernel's
 * log from which errors count once it is done, if it changes that.
 */
public record StageResult(boolean done, String why, String needs, String bootId, Optional<LogPosition> mark) {
    /** Names the fault between driver and GPUs that no stage of a repair helps; the runbook decides where it leads. */
    public enum DriverFault {
        /** The running kernel has no module at the pin, and none could be built. */
        NO_MODULE,
        /** The kernel rejects the module's key, or another driver holds the GPUs. */
        MODULE_REFUSED,
        /** The module loads, and the GPUs do not start with its firmware. */
        FIRMWARE
    }

    public static final StageResult DONE = new StageResult(true, "", "");

    /** Accepts a result from before boots and places in the log existed: it names neither. */
    public StageResult {
        bootId = Optional.ofNullable(bootId).orElse("");
        mark = Optional.ofNullable(mark).orElse(Optional.empty());
    }

    /** Creates a result that names no boot; errors count from where they did before. */
    public StageResult(boolean done, String why, String needs) {
        this(done, why, needs, "", Optional.empty());
    }

    /** Returns the same, checked under that boot. */
    public StageResult under(String boot) {
        return new StageResult(done, why, needs, boot, mark);
    }

    /**
     * Returns the same, and errors count from {@code place} on; where that could not be read, from where they did
     * before.
     */
    public StageResult countingFrom(Reading<LogPosition> place) {
        return new StageResult(done, why, needs, bootId, place.value());
    }

    /** Tried in vain; the next stage may help. */
    public static StageResult not(String why) {
        return new StageResult(false, why, "");
    }

    /** Creates a stage that failed, where no other stage would help against this fault. */
    public static StageResult needing(DriverFault fault, String why) {
        return new StageResult(false, why, fault.name());
    }
}
