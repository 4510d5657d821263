package dev.slipway.simulator.observe;

import dev.slipway.simulator.node.SoftwareSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Defines what a scenario claims to leave behind. What is not mentioned is not checked. */
public record Expectations(int mostOut, Map<String, Integer> mostOutOfRack, Map<String, Wanted> nodes) {

    /** States how one node is to be found; an empty option is not checked. */
    public record Wanted(Optional<SoftwareSet> set, Optional<Boolean> cordoned, int mostBoots, int mostTransactions) {

        /** Expects a complete set, held, loaded and schedulable. */
        public static Wanted whole(SoftwareSet set) {
            return new Wanted(Optional.of(set), Optional.of(false), 1, 1);
        }

        /** Expects a node that was neither rebooted nor changed, and cordoned or not. */
        public static Wanted untouched(boolean cordoned) {
            return new Wanted(Optional.empty(), Optional.of(cordoned), 0, 0);
        }

        public Wanted cordoned(boolean wanted) {
            return new Wanted(set, Optional.of(wanted), mostBoots, mostTransactions);
        }

        public Wanted atMost(int boots, int transactions) {
            return new Wanted(set, cordoned, boots, transactions);
        }

        List<String> differences(ObservedNode view) {
            List<String> differences = new ArrayList<>();
            set.ifPresent(s -> versions(s, view, differences));
            cordoned.filter(c -> c != view.cordon().cordoned())
                    .ifPresent(c -> differences.add(
                            c ? "is schedulable and should be cordoned" : "is cordoned and should be schedulable"));
            if (view.cordon().cordoned() && view.cordon().reason().isBlank()) {
                differences.add("is cordoned without a reason");
            }
            if (view.boots() > mostBoots) {
                differences.add("booted " + view.boots() + " times, at most " + mostBoots + " were right");
            }
            if (view.transactions().size() > mostTransactions) {
                differences.add("had " + view.transactions().size() + " package transactions, at most "
                        + mostTransactions + " were right: " + view.transactions());
            }
            return differences;
        }

        private static void versions(SoftwareSet set, ObservedNode view, List<String> differences) {
            if (!view.driver().equals(set.driver())) {
                differences.add("has driver " + view.driver() + " in its kernel, not " + set.driver());
            }
            set.packages().forEach((name, version) -> {
                String found = view.packages().versions().getOrDefault(name, "absent");
                if (!found.equals(version)) {
                    differences.add("has " + name + " " + found + ", not " + version);
                }
                if (!view.packages().holds().contains(name)) {
                    differences.add("does not hold " + name);
                }
            });
            view.packages().broken().forEach(b -> differences.add("has a broken package " + b));
        }
    }

    /** Expects nothing about nodes yet, and at most this many out together. */
    public static Expectations atMostOut(int nodes) {
        return new Expectations(nodes, Map.of(), Map.of());
    }

    public Expectations ofRack(String rack, int most) {
        Map<String, Integer> more = new HashMap<>(mostOutOfRack);
        more.put(rack, most);
        return new Expectations(mostOut, Map.copyOf(more), nodes);
    }

    public Expectations node(String name, Wanted wanted) {
        Map<String, Wanted> more = new HashMap<>(nodes);
        more.put(name, wanted);
        return new Expectations(mostOut, mostOutOfRack, Map.copyOf(more));
    }
}
