package dev.slipway.model.facts;

import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Holds {@code /etc/cluster-image.json}, in which the image builder records what it built. {@code extra} holds keys
 * that we do not know.
 */
public record ImageManifest(
        String imageVersion,
        String built,
        String kernel,
        String driverBranch,
        String cudaBranch,
        Map<String, String> extra) {
    private static final Pattern CUDA_BRANCH = Pattern.compile("([0-9]+)[.-]([0-9]+)(?:[.-].*)?");

    /**
     * Returns in words each key of a node's manifest that names other software than the node has; none if the manifest
     * is unknown. What either leaves out is not compared.
     */
    public static List<String> against(NodeFacts facts) {
        return facts.software().manifest().map(image -> image.otherThan(facts)).or(List.of());
    }

    private List<String> otherThan(NodeFacts facts) {
        return Stream.of(
                        built("kernel", kernel, facts.version(Field.KERNEL), kernel),
                        built("driver_branch", driverBranch, facts.version(Field.DRIVER_BRANCH), driverBranch),
                        built("cuda_branch", cudaBranch, facts.version(Field.CUDA_TOOLKIT), cudaToolkit()))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> built(String key, String written, Reading<String> reading, String expected) {
        return reading.value()
                .filter(has -> !written.isBlank() && Baseline.comparable(has) && !has.equals(expected))
                .map(has -> "its image's manifest states " + key + " " + written + ", and it has " + has);
    }

    /** Builders write the branch as 12.8, 12.8.1 or 12-8; the toolkit's packages write 12-8. */
    private String cudaToolkit() {
        Matcher branch = CUDA_BRANCH.matcher(cudaBranch);
        return branch.matches() ? branch.group(1) + "-" + branch.group(2) : cudaBranch;
    }
}
