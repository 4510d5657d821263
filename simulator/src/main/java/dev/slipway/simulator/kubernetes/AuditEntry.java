package dev.slipway.simulator.kubernetes;

import java.time.Instant;

/**
 * Records one request for a change.
 *
 * @param code the status code the client saw; 0 if the connection was dropped
 * @param effect what truly happened
 */
public record AuditEntry(Instant at, String userAgent, String verb, String path, String body, int code, Effect effect) {

    /** States whether the request was carried out, independent of the client's answer. */
    public enum Effect {
        DONE,
        REFUSED,
        FAULT_BEFORE,
        FAULT_AFTER,
        PRETENDED
    }
}
