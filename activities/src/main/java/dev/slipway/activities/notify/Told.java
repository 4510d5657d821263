package dev.slipway.activities.notify;

/** What was told already, across workers. */
public interface Told {

    /** Safe to repeat: reads only. */
    boolean told(String key);

    /** Safe to repeat. */
    void tell(String key);
}
