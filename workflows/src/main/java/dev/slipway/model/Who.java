package dev.slipway.model;

import java.util.Optional;

/** Who decided, and why. One without both is recorded as unauthenticated. */
public record Who(String name, String why) {
    /** Each is written into journals, rows and reasons; a longer one is cut. */
    private static final int LONGEST = 1_000;

    /** What is missing is blank. */
    public Who {
        name = kept(name);
        why = kept(why);
    }

    private static String kept(String text) {
        String given = Optional.ofNullable(text).orElse("");
        return given.length() > LONGEST ? given.substring(0, LONGEST) + "…" : given;
    }

    /** A decision that came without a name or a reason. */
    public boolean unauthenticated() {
        return name.isBlank() || why.isBlank();
    }

    @Override
    public String toString() {
        return unauthenticated() ? "unauthenticated" : name + " (" + why + ")";
    }
}
