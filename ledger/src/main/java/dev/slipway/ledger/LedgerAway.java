package dev.slipway.ledger;

/** The ledger cannot be reached now, or was not opened. The message is one sentence for a person with the next step; trying again later is safe. */
public final class LedgerAway extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@code message}: what is away and what to do. */
    public LedgerAway(String message) {
        super(message);
    }

    /** The same with the driver's own error, which a debug log may show. */
    public LedgerAway(String message, Throwable cause) {
        super(message, cause);
    }
}
