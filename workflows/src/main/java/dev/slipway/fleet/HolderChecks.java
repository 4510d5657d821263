package dev.slipway.fleet;

import dev.slipway.model.HeldGrant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which holders are asked next whether they are still open: a few at each look, those that were asked longest ago
 * first, so that neither an ask nor a look costs more where many hold a leave. While somebody waits, a holder whose
 * node the cluster shows as out comes last: its node counts in either case.
 */
final class HolderChecks {
    static final int AT_ONCE = 25;

    private final Map<String, Long> asked = new HashMap<>();
    private long look;

    /** The holders to ask at this look. {@code out} are the nodes that the cluster showed as out. */
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
