package dev.slipway.ledger;

/** Says that the ledger is away or not open, in one sentence with the next step; a later try is safe. */
public final class LedgerAway extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** States where the ledger is named. */
    public static final String NEXT = "see `ledger` in slipway.yaml";

    /** Takes {@code message}: what is away and what to do. */
    public LedgerAway(String message) {
        super(message);
    }

    /** Creates the same with the driver's own error, which a debug log may show. */
    public LedgerAway(String message, Throwable cause) {
        super(message, cause);
    }
}
