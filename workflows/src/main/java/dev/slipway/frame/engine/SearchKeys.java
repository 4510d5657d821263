package dev.slipway.frame.engine;

import dev.slipway.model.node.Trigger;
import io.temporal.common.SearchAttributeKey;
import io.temporal.common.SearchAttributes;
import java.util.List;
import java.util.Locale;

/**
 * Lists the search attributes of runs, created by {@code slipway doctor}. They are never secret, because they are not
 * encrypted.
 */
public final class SearchKeys {
    private SearchKeys() {}

    /** The fleet a run belongs to. */
    public static final SearchAttributeKey<String> FLEET = SearchAttributeKey.forKeyword("SlipwayFleet");

    /** The runbook's slug. */
    public static final SearchAttributeKey<String> RUNBOOK = SearchAttributeKey.forKeyword("SlipwayRunbook");

    /** The node's state, set where a person may want to search for it. */
    public static final SearchAttributeKey<String> NODE_STATE = SearchAttributeKey.forKeyword("SlipwayNodeState");

    /** States why the run was started. */
    public static final SearchAttributeKey<String> REASON = SearchAttributeKey.forKeyword("SlipwayReason");

    /** The rollout a run belongs to. */
    public static final SearchAttributeKey<String> CHANGE = SearchAttributeKey.forKeyword("SlipwayChange");

    /** All of them, each a keyword. */
    public static final List<SearchAttributeKey<String>> ALL = List.of(FLEET, RUNBOOK, NODE_STATE, REASON, CHANGE);

    /** Returns the attributes by which a node's run is found, set when it is started. */
    public static SearchAttributes of(Trigger trigger, String slug) {
        SearchAttributes.Builder found = SearchAttributes.newBuilder()
                .set(FLEET, trigger.fleet())
                .set(RUNBOOK, slug)
                .set(REASON, trigger.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        trigger.options().change().ifPresent(change -> found.set(CHANGE, change));
        return found.build();
    }

    /** Returns the attributes by which a rollout and its waves are found. */
    public static SearchAttributes ofRollout(String fleet, String slug, String change) {
        return SearchAttributes.newBuilder()
                .set(FLEET, fleet)
                .set(RUNBOOK, slug)
                .set(CHANGE, change)
                .build();
    }

    /** Returns the attributes by which a run is found that checks a fleet, or one of its nodes, and runs no runbook. */
    public static SearchAttributes ofFleet(String fleet) {
        return SearchAttributes.newBuilder().set(FLEET, fleet).build();
    }

    /** Returns the slug of a workflow type: {@code ImageDrift} is {@code image-drift}. */
    public static String slug(String workflowType) {
        return workflowType.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
