package dev.slipway.model;

/** Who decided, and why. One without both is recorded as unauthenticated. */
public record Who(String name, String why) {

    /** A decision that came without a name or a reason. */
    public boolean unauthenticated() {
        return name.isBlank() || why.isBlank();
    }

    @Override
    public String toString() {
        return unauthenticated() ? "unauthenticated" : name + " (" + why + ")";
    }
}
