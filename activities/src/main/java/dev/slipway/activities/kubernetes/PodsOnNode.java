package dev.slipway.activities.kubernetes;

import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.PodList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists the pods that occupy a node, read completely: every page, and never concluded from an answer without a version.
 */
record PodsOnNode(ClusterApi api, String node) {
    private static final long PAGE = 500;

    /** Holds what was seen, and its version. */
    record Listed(List<DrainablePod> occupants, String resourceVersion) {}

    Listed now() {
        return list(Optional.empty());
    }

    /**
     * Returns a second reading that is at least as new as {@code first}: the request is repeated to a server that lies
     * once.
     */
    Listed again(Listed first) {
        return list(Optional.of(first.resourceVersion()));
    }

    private Listed list(Optional<String> notOlderThan) {
        List<DrainablePod> occupants = new ArrayList<>();
        ListOptionsBuilder options = new ListOptionsBuilder().withLimit(PAGE);
        notOlderThan.ifPresent(
                version -> options.withResourceVersion(version).withResourceVersionMatch("NotOlderThan"));
        PodList page = page(options.build());
        String version = version(page);
        page.getItems().forEach(pod -> occupants.add(new DrainablePod(pod)));
        String next = next(page);
        while (!next.isEmpty()) {
            PodList more = page(
                    new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build());
            more.getItems().forEach(pod -> occupants.add(new DrainablePod(pod)));
            next = next(more);
        }
        return new Listed(occupants.stream().filter(DrainablePod::occupies).toList(), version);
    }

    private PodList page(ListOptions options) {
        return api.read(
                "list the pods of node " + node,
                () -> api.client()
                        .pods()
                        .inAnyNamespace()
                        .withField("spec.nodeName", node)
                        .list(options));
    }

    private String version(PodList page) {
        String version = page.getMetadata() == null ? "" : page.getMetadata().getResourceVersion();
        if (version == null || version.isBlank()) {
            throw FailureType.TRANSIENT.of("The list of the pods of node " + node + " came without a version");
        }
        return version;
    }

    private static String next(PodList page) {
        return Optional.ofNullable(page.getMetadata().getContinue()).orElse("");
    }
}
