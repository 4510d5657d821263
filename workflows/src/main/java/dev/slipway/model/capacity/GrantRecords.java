package dev.slipway.model.capacity;

import java.util.List;

/**
 * Holds the ledger's records of the grants of one budget: the highest fence that was ever given, and the open grants.
 */
public record GrantRecords(long fence, List<HeldGrant> held) {}
