package dev.slipway.model;

import java.util.Optional;

/**
 * A rung that was tried. Where it is done, {@code why} is mostly empty, else what is to be known of it. Where it is not done, {@code why} says what stood in its way, and the next rung follows; or
 * {@code needs} names the runbook whose work that is, and no rung of this one would help. {@code bootId} is the boot under which it was
 * looked at, empty where that was not asked.
 */
public record Tried(boolean done, String why, String needs, String bootId) {
    public static final Tried DONE = new Tried(true, "", "");

    /** What was tried before boots were told has none. */
    public Tried {
        bootId = Optional.ofNullable(bootId).orElse("");
    }

    /** Without a word on the boot. */
    public Tried(boolean done, String why, String needs) {
        this(done, why, needs, "");
    }

    /** The same, looked at under that boot. */
    public Tried under(String boot) {
        return new Tried(done, why, needs, boot);
    }

    /** Tried in vain; the next rung may help. */
    public static Tried not(String why) {
        return new Tried(false, why, "");
    }

    /** Tried in vain, and the work of another runbook. */
    public static Tried needing(String slug, String why) {
        return new Tried(false, why, slug);
    }
}
