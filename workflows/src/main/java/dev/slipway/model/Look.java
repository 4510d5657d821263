package dev.slipway.model;

/** One look at one part: what was found, what was seen, and what to do next where it is not well. */
public record Look(String part, Finding finding, String saw, String next) {

    /** A part that is well. */
    public static Look ok(String part, String saw) {
        return new Look(part, Finding.OK, saw, "");
    }

    /** A part that works, and what a person may want to change there. */
    public static Look remark(String part, String saw, String next) {
        return new Look(part, Finding.OK, saw, next);
    }

    /** A part that is not as it must be. */
    public static Look wrong(String part, String saw, String next) {
        return new Look(part, Finding.WRONG, saw, next);
    }

    /** A part that could not be looked at. */
    public static Look notChecked(String part, String saw, String next) {
        return new Look(part, Finding.NOT_CHECKED, saw, next);
    }
}
