package dev.slipway.model.facts;

import dev.slipway.model.Difference;
import dev.slipway.model.Field;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds one setting of one GPU in DCGM's words: the target that the host engine keeps in its memory and applies again
 * after a reset, and what the GPU has now. NVIDIA's documentation of {@code dcgmi config} says so.
 */
public record DcgmTarget(int gpu, String setting, String target, String current) {
    /** The setting for which a reset of the GPU is required. */
    public static final String ECC_MODE = "ECC Mode";

    private static final String NO_TARGET = "Not Specified";

    /** Lists what DCGM keeps and a baseline may set, in DCGM's words. */
    private static final List<String> IN_BASELINES =
            List.of("Compute Mode", ECC_MODE, "Memory Application Clock", "SM Application Clock", "Power Limit");

    /**
     * Returns whether DCGM would set the GPU otherwise than it is. Without a target, as after DCGM's restart, it sets
     * nothing: the GPU keeps what it has, and the node is not drained for that.
     */
    public boolean apart() {
        return !target.equals(NO_TARGET) && !target.equals(current);
    }

    /**
     * Returns what DCGM would set on the node otherwise than {@code wanted}; targets that could not be read are a
     * difference of their own if the node has DCGM and {@code wanted} names a setting that DCGM keeps.
     */
    public static List<Difference> against(NodeFacts facts, RuntimeSettings wanted) {
        Reading<List<DcgmTarget>> targets = facts.persistence().targets();
        boolean kept = IN_BASELINES.stream().anyMatch(setting -> isIn(setting, wanted));
        return !targets.known() && kept && facts.version(Field.DCGM).known()
                ? List.of(Difference.unread("dcgmTarget", targets.error(), "none other", true))
                : differences(targets.or(List.of()), wanted);
    }

    /** Returns each setting that {@code wanted} names and for which GPUs have another value than DCGM's target. */
    static List<Difference> differences(List<DcgmTarget> targets, RuntimeSettings wanted) {
        Map<String, List<DcgmTarget>> apart = targets.stream()
                .filter(target -> target.apart() && isIn(target.setting, wanted))
                .collect(Collectors.groupingBy(DcgmTarget::words, TreeMap::new, Collectors.toList()));
        return apart.entrySet().stream()
                .map(same -> new Difference("dcgmTarget", same.getKey() + gpus(same.getValue()), "none other", true))
                .toList();
    }

    /** Returns target and current value for a person, without the GPU. */
    public String words() {
        return setting + " " + target + " (now " + current + ")";
    }

    private static String gpus(List<DcgmTarget> targets) {
        return targets.stream().map(target -> "" + target.gpu).collect(Collectors.joining(", ", " on GPU ", ""));
    }

    private static boolean isIn(String setting, RuntimeSettings wanted) {
        return switch (setting) {
            case "Compute Mode" -> !wanted.computeMode().isBlank();
            case ECC_MODE -> !wanted.eccMode().isBlank();
            case "Memory Application Clock", "SM Application Clock" ->
                !wanted.clocks().isBlank();
            case "Power Limit" -> !wanted.powerLimitWatts().isBlank();
            default -> false;
        };
    }
}
