package dev.slipway.rollout;

import dev.slipway.model.capacity.HeldGrant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Selects the holders whose runs are checked next: a few per check, those checked longest ago first, so that a request
 * or a check costs no more if many hold a grant. While a request waits, a holder whose node the cluster shows as out
 * comes last: its node counts in either case.
 */
final class HolderChecks {
    static final int AT_ONCE = 25;

    private final Map<String, Long> asked = new HashMap<>();
    private long look;

    /** Returns the holders to check now. {@code out} are the nodes that the cluster showed as out. */
    List<String> next(Collection<HeldGrant> held, Set<String> out, boolean somebodyWaits) {
        look++;
        Comparator<HeldGrant> order = Comparator.comparing(
                grant -> somebodyWaits && out.contains(grant.request().node().name()));
        List<String> next = held.stream()
                .sorted(order.thenComparing(
                        grant -> asked.getOrDefault(grant.request().holder(), 0L)))
                .map(grant -> grant.request().holder())
                .limit(AT_ONCE)
                .toList();
        next.forEach(holder -> asked.put(holder, look));
        return next;
    }

    void forget(String holder) {
        asked.remove(holder);
    }
}
