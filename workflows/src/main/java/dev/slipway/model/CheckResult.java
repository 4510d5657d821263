package dev.slipway.model;

/** Holds one check of one part: the result, what was seen, and what to do next if it is not well. */
public record CheckResult(String part, Finding finding, String saw, String next) {

    /** Returns the check of a part that is well. */
    public static CheckResult ok(String part, String saw) {
        return new CheckResult(part, Finding.OK, saw, "");
    }

    /** Returns a part that works, and what a person may want to change there. */
    public static CheckResult remark(String part, String saw, String next) {
        return new CheckResult(part, Finding.OK, saw, next);
    }

    /** Returns a part that is not as it must be. */
    public static CheckResult wrong(String part, String saw, String next) {
        return new CheckResult(part, Finding.WRONG, saw, next);
    }

    /** Returns the check of a part that could not be checked. */
    public static CheckResult notChecked(String part, String saw, String next) {
        return new CheckResult(part, Finding.NOT_CHECKED, saw, next);
    }
}
