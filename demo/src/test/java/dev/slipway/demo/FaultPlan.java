package dev.slipway.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Every step of every runbook × every fault, and the share of them that a seed chooses. A seed chooses the moments,
 * too.
 */
final class FaultPlan {
    private final List<FaultPair> all = new ArrayList<>();

    FaultPlan(long seed) {
        Random random = new Random(seed);
        FaultPair.When[] moments = FaultPair.When.values();
        for (WorldFault fault : WorldFault.values()) {
            for (Fate fate : Fate.all()) {
                for (String step : fate.steps()) {
                    FaultPair.When when = moments[random.nextInt(moments.length)];
                    if (fault.applies(step)) {
                        all.add(new FaultPair("", fate, step, fault.striking(step, when), fault));
                    }
                }
            }
        }
        Collections.shuffle(all, random);
    }

    /** All pairs, those that are known to end wrong included. */
    List<FaultPair> all() {
        return List.copyOf(all);
    }

    /** So many of each fault, those that are known to end wrong left out. */
    List<FaultPair> sample(int ofEach) {
        Map<WorldFault, Integer> taken = new EnumMap<>(WorldFault.class);
        return all.stream()
                .filter(pair -> FaultTable.knownRed(pair).isEmpty())
                .filter(pair -> taken.merge(pair.fault(), 1, Integer::sum) <= ofEach)
                .toList();
    }
}
