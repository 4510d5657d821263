package dev.slipway.model;

import java.util.Optional;

/**
 * A rung that was tried. Where it is done, {@code why} is mostly empty, else what is to be known of it. Where it is not
 * done, {@code why} says what stood in its way, and the next rung follows; or {@code needs} names the
 * {@link DriverFault} that no rung of this runbook would help, or, from an older worker, the runbook whose work that
 * is. {@code bootId} is the boot under which it was looked at, empty where that was not asked; {@code mark} the place
 * in the kernel's log from which on errors count once it is done, where it changes that.
 */
public record Tried(boolean done, String why, String needs, String bootId, Optional<LogPosition> mark) {
    /**
     * What keeps the driver from the GPUs where no stage of a repair helps: whose work that is, is a runbook's to say.
     */
    public enum DriverFault {
        /** The running kernel has no module at the pin, and none could be built. */
        NO_MODULE,
        /** The kernel rejects the module's key, or another driver holds the GPUs. */
        MODULE_REFUSED,
        /** The module loads, and the GPUs do not start with its firmware. */
        FIRMWARE
    }

    public static final Tried DONE = new Tried(true, "", "");

    /** What was tried before boots and places in the log were told of names neither. */
    public Tried {
        bootId = Optional.ofNullable(bootId).orElse("");
        mark = Optional.ofNullable(mark).orElse(Optional.empty());
    }

    /** Without a word on the boot, and errors count from where they did before. */
    public Tried(boolean done, String why, String needs) {
        this(done, why, needs, "", Optional.empty());
    }

    /** The same, looked at under that boot. */
    public Tried under(String boot) {
        return new Tried(done, why, needs, boot, mark);
    }

    /** The same, and errors count from {@code place} on; where that could not be read, from where they did before. */
    public Tried countingFrom(Reading<LogPosition> place) {
        return new Tried(done, why, needs, bootId, place.value());
    }

    /** Tried in vain; the next rung may help. */
    public static Tried not(String why) {
        return new Tried(false, why, "");
    }

    /** Tried in vain, and no other stage would help against this fault. */
    public static Tried needing(DriverFault fault, String why) {
        return new Tried(false, why, fault.name());
    }
}
