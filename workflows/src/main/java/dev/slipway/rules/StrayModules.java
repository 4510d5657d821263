package dev.slipway.rules;

import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Boot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sorts several copies of the driver's module for the running kernel: the goal's is the one copy that belongs to a
 * package which the goal pins, or that DKMS has installed for this kernel at the pin; the rest is stray. {@code
 * packages} own every stray copy; empty if that is unknown, and {@code why} states the obstacle.
 */
public record StrayModules(List<String> packages, String why) {

    /** Returns what exists beside the goal's module. */
    public static StrayModules of(NodeFacts facts, Baseline goal) {
        List<String> files = facts.load().files().or(List.of());
        Map<String, String> owners = facts.driverFiles().owners().or(Map.of());
        if (!owners.keySet().containsAll(files)) {
            return unclear("who owns them is unknown");
        }
        Map<String, String> stray = new TreeMap<>(owners);
        stray.keySet().retainAll(files);
        List<String> ours = files.stream()
                .filter(file -> ours(file, owners.getOrDefault(file, ""), facts, goal))
                .toList();
        if (ours.size() != 1) {
            return unclear(ours.isEmpty() ? "none of them is the goal's" : "the goal's is not the only one");
        }
        ours.forEach(stray::remove);
        List<String> ownerless = stray.entrySet().stream()
                .filter(file -> file.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        return ownerless.isEmpty()
                ? new StrayModules(stray.values().stream().distinct().sorted().toList(), "")
                : unclear("no package owns " + String.join(", ", ownerless));
    }

    private static StrayModules unclear(String why) {
        return new StrayModules(List.of(), why);
    }

    private static boolean ours(String file, String owner, NodeFacts facts, Baseline goal) {
        boolean built = owner.isEmpty() && (file.contains("/updates/dkms/") || file.contains("/extra/"));
        return goal.packages().containsKey(owner) || (built && installedByDkms(facts, goal));
    }

    private static boolean installedByDkms(NodeFacts facts, Baseline goal) {
        String kernel = facts.boot().map(Boot::kernel).or("");
        String pin = goal.pins().getOrDefault(Field.DRIVER_VERSION, "");
        return facts.kernels().builds().or(List.of()).stream()
                .anyMatch(build -> build.module().startsWith("nvidia")
                        && build.version().equals(pin)
                        && build.kernel().equals(kernel)
                        && build.state().startsWith("installed"));
    }
}
