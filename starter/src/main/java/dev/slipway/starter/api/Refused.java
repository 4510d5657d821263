package dev.slipway.starter.api;

/** An answer that is an error for the one who asked: the HTTP status, what is wrong, and what to do about it. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String next;

    private Refused(int status, String what, String next) {
        super(what);
        this.status = status;
        this.next = next;
    }

    /** The request itself is wrong. */
    public static Refused badRequest(String what, String next) {
        return new Refused(400, what, next);
    }

    /** It names something that does not exist. */
    public static Refused unknown(String what, String next) {
        return new Refused(404, what, next);
    }

    /** Not possible now: busy, held, frozen, or not in the state that it needs. */
    public static Refused notNow(String what, String next) {
        return new Refused(409, what, next);
    }

    /** The body is larger than anything that is taken. */
    public static Refused tooLarge(String what) {
        return new Refused(413, what, "send less at once");
    }

    /** Understood, and nothing in it can be acted on. */
    public static Refused unusable(String what, String next) {
        return new Refused(422, what, next);
    }

    /** A part that is needed does not answer; asking again later is safe. */
    public static Refused away(String what, String next) {
        return new Refused(503, what, next);
    }

    public int status() {
        return status;
    }

    public String what() {
        return String.valueOf(getMessage());
    }

    public String next() {
        return next;
    }
}
