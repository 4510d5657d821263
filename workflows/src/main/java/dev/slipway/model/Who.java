package dev.slipway.model;

import java.util.Optional;

/** States who decided, and why. A decision without name or reason is recorded as unauthenticated. */
public record Who(String name, String why) {
    /** Each is written into journals, rows and reasons; a longer one is cut. */
    private static final int LONGEST = 1_000;

    /** Replaces a missing part by a blank. */
    public Who {
        name = shortened(name);
        why = shortened(why);
    }

    private static String shortened(String text) {
        String given = Optional.ofNullable(text).orElse("");
        return given.length() > LONGEST ? given.substring(0, LONGEST) + "…" : given;
    }

    /** Returns whether the decision came without a name or a reason. */
    public boolean unauthenticated() {
        return name.isBlank() || why.isBlank();
    }

    @Override
    public String toString() {
        return unauthenticated() ? "unauthenticated" : name + " (" + why + ")";
    }
}
