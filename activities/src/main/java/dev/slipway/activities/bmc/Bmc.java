package dev.slipway.activities.bmc;

import java.util.List;

/**
 * The BMC of one node, for one errand: what it opened there ends with {@link #close()}. Fails with {@link BmcFailure}
 * only.
 */
public interface Bmc extends AutoCloseable {

    /** Safe to repeat: reads only. Logs in; an answer that was not understood is a failure, never a state. */
    BmcState look();

    /**
     * Sends one action out of {@link BmcState#offers()}. Its answer proves nothing: {@link #look()} says what came of
     * it, and for {@link PowerAction#CYCLE} only another boot does. {@code ON} and {@code OFF} are safe to repeat.
     */
    void send(PowerAction action);

    /**
     * Safe to repeat: reads only. The newest lines of its system event log, at most {@code most}, as it tells them;
     * empty where the log is. A BMC without one fails.
     */
    List<String> events(int most);

    /** Where it is, for a person: without a user, without a secret. */
    String where();

    @Override
    void close();
}
