package dev.slipway.starter.cli;

/** Is an answer that is an error: what is wrong, what to do about it, and its exit code. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exit;
    private final String next;

    Refusal(int exit, String what, String next) {
        super(what);
        this.exit = exit;
        this.next = next;
    }

    Refusal(int exit, String what, String next, Throwable cause) {
        super(what, cause);
        this.exit = exit;
        this.next = next;
    }

    int exit() {
        return exit;
    }

    /** Returns whether the starter, or what it stands on, did not answer: the same request may be answered later. */
    public boolean away() {
        return exit == Exit.AWAY;
    }

    String what() {
        return String.valueOf(getMessage());
    }

    String next() {
        return next;
    }
}
