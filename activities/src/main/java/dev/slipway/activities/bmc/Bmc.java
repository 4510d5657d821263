package dev.slipway.activities.bmc;

import java.util.List;

/**
 * Connects to the BMC of one node for one task: what it opened there ends with {@link #close()}. Fails with {@link
 * BmcFailure} only.
 */
public interface Bmc extends AutoCloseable {

    /** Safe to repeat: reads only. Logs in; an answer that is not understood is a failure, never a state. */
    BmcState state();

    /**
     * Sends one action out of {@link BmcState#offers()}. Its answer proves nothing: {@link #state()} shows its effect,
     * and for {@link PowerAction#CYCLE} only another boot does. {@code ON} and {@code OFF} are safe to repeat.
     */
    void send(PowerAction action);

    /**
     * Safe to repeat: reads only. Returns the newest lines of its system event log, at most {@code most}, as it prints
     * them; empty if the log is empty. A BMC without a log fails.
     */
    List<String> events(int most);

    /** Returns its address for a person: without a user, without a secret. */
    String where();

    @Override
    void close();
}
