package dev.slipway.model;

import java.util.List;

/** What the ledger keeps of the grants of one budget: the highest fence that was ever given, and those not over. */
public record GrantRecords(long fence, List<HeldGrant> held) {}
