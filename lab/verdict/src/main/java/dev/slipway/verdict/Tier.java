package dev.slipway.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** A part that tests need: the tags of those tests, whether the part is on this machine, and whether it must be. */
record Tier(String name, List<String> tags, String state, boolean required) {
    private static final Tier SIMULATED = new Tier("simulated", List.of(), "present", false);

    /** Of lines {@code name, tags by blanks, state}, the rarest part first; tests without a tag are simulated. */
    static List<Tier> of(List<String> lines, Collection<String> required) {
        List<Tier> tiers = new ArrayList<>(List.of(SIMULATED));
        for (String line : lines) {
            String[] part = line.split("\t", -1);
            tiers.add(new Tier(part[0], List.of(part[1].split(" ")), part[2], required.contains(part[0])));
        }
        return List.copyOf(tiers);
    }

    boolean has(TestLine test) {
        return !Collections.disjoint(tags, test.tags());
    }
}
