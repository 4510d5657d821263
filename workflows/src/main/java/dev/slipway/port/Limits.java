package dev.slipway.port;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the limits of a port, or of one of its calls where that differs. Without it a call is a read or a small
 * write: two minutes per attempt, six attempts.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Limits {
    /** Returns how long one attempt may take, in minutes. */
    int minutes() default 2;

    /** Returns how often a call is tried while its failure may pass. */
    int attempts() default WORK;

    /**
     * Limits how often a step that is known to have failed is tried once more, whatever the policy allows. It applies
     * to a whole port.
     */
    int repeats() default Integer.MAX_VALUE;

    /** The attempts of a read or a small write. */
    int QUICK = 6;

    /** The attempts of work on the node that an attempt follows by heartbeat, and joins again after a worker died. */
    int WORK = 12;

    /** Counts the attempts of what must be written eventually: they last for a day. */
    int FOR_A_DAY = 2_880;
}
