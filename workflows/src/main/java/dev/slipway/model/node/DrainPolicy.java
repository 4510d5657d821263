package dev.slipway.model.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Limits how long a drain may wait for work to end, and states what is done earlier about pods that block it; without
 * {@code evict} no pod is evicted, and the node must be idle already. A pod that would lose the data of an emptyDir on
 * the node's disk blocks, unless {@code deleteEmptyDir} selects it. Nothing is ever forced.
 */
public record DrainPolicy(Duration within, boolean evict, List<BlockedRule> blocked, List<PodSelector> deleteEmptyDir) {

    /** Accepts a policy from before emptyDir data could be given up, which keeps it all. */
    public DrainPolicy {
        deleteEmptyDir = Optional.ofNullable(deleteEmptyDir).map(List::copyOf).orElse(List.of());
    }

    /** Returns a policy that waits for every pod until the limit. */
    public static DrainPolicy waiting(Duration within) {
        return new DrainPolicy(within, true, List.of(), List.of());
    }

    /** Returns a policy that evicts nothing. */
    public static DrainPolicy idle(Duration within) {
        return new DrainPolicy(within, false, List.of(), List.of());
    }

    /** Returns what the drain may destroy, a sentence for each entry of the policy; empty if nothing. */
    public List<String> losses() {
        return deleteEmptyDir.stream()
                .map(pods -> "evict " + pods.words() + " although their emptyDir data is lost (drain.deleteEmptyDir)")
                .toList();
    }
}
