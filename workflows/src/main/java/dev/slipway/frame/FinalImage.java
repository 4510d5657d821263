package dev.slipway.frame;

/** Writes the goal's image once more if the rollback failed too. */
// seam: the frame does not know the acts, and its last resort is one of them
public interface FinalImage {

    /** Returns whether the fleet writes images at all. */
    boolean possible();

    /** Returns whether it may be written now; it counts as written from now on; once per run. */
    boolean claim();

    /** Returns why it was passed over, to append to a reason; empty if it was not. */
    String passedOver();

    /** Writes it, starts the services and holds the packages; {@code why} states what failed before. */
    void write(String why);
}
