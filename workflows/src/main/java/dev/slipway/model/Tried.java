package dev.slipway.model;

/**
 * A rung that was tried. Where it is done, {@code why} is mostly empty, else what is to be known of it. Where it is not done, {@code why} says what stood in its way, and the next rung follows; or
 * {@code needs} names the runbook whose work that is, and no rung of this one would help.
 */
public record Tried(boolean done, String why, String needs) {
    public static final Tried DONE = new Tried(true, "", "");

    /** Tried in vain; the next rung may help. */
    public static Tried not(String why) {
        return new Tried(false, why, "");
    }

    /** Tried in vain, and the work of another runbook. */
    public static Tried needing(String slug, String why) {
        return new Tried(false, why, slug);
    }
}
