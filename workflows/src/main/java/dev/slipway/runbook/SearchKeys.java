package dev.slipway.runbook;

import io.temporal.common.SearchAttributeKey;

/** The search attributes of runs, created by {@code slipway doctor}. Never anything secret: they are not encrypted. */
public final class SearchKeys {
    private SearchKeys() {}

    /** The fleet a run belongs to. */
    public static final SearchAttributeKey<String> FLEET = SearchAttributeKey.forKeyword("SlipwayFleet");

    /** The runbook's slug. */
    public static final SearchAttributeKey<String> RUNBOOK = SearchAttributeKey.forKeyword("SlipwayRunbook");

    /** The node's state, set where a person may want to search for it. */
    public static final SearchAttributeKey<String> NODE_STATE = SearchAttributeKey.forKeyword("SlipwayNodeState");

    /** Why the run was started. */
    public static final SearchAttributeKey<String> REASON = SearchAttributeKey.forKeyword("SlipwayReason");

    /** The rollout a run belongs to. */
    public static final SearchAttributeKey<String> CHANGE = SearchAttributeKey.forKeyword("SlipwayChange");
}
