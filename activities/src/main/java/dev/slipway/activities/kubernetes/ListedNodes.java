package dev.slipway.activities.kubernetes;

import dev.slipway.activities.kubernetes.client.Clusters;
import dev.slipway.activities.spi.ClusterNodes;
import dev.slipway.model.facts.NodeDetails.Scheduling;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Lists the nodes of a cluster, page by page. */
final class ListedNodes implements ClusterNodes {
    private static final long PAGE = 500;

    private final Clusters clusters;
    private final BiFunction<String, Node, Scheduling> views;

    /** Takes {@code views}, which returns what a person may see of a node of a cluster. */
    ListedNodes(Clusters clusters, BiFunction<String, Node, Scheduling> views) {
        this.clusters = clusters;
        this.views = views;
    }

    @Override
    public List<Listed> nodes(String cluster, Optional<String> selector) {
        List<Listed> seen = new ArrayList<>();
        String next = "";
        do {
            NodeList page = page(cluster, selector, next);
            page.getItems().forEach(node -> seen.add(listed(cluster, node)));
            next = Optional.ofNullable(page.getMetadata().getContinue()).orElse("");
        } while (!next.isEmpty());
        return List.copyOf(seen);
    }

    private NodeList page(String cluster, Optional<String> selector, String from) {
        ListOptionsBuilder options = new ListOptionsBuilder().withLimit(PAGE);
        selector.ifPresent(options::withLabelSelector);
        if (!from.isEmpty()) {
            options.withContinue(from);
        }
        ClusterApi api = new ClusterApi(clusters.client(cluster));
        return api.read(
                "list the nodes of cluster " + cluster,
                () -> api.client().nodes().list(options.build()));
    }

    private Listed listed(String cluster, Node node) {
        Map<String, String> labels =
                Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of());
        NodeStatusView nodeStatusView = NodeStatusView.of(node);
        return new Listed(
                node.getMetadata().getName(),
                Marks.schedulable(node) && nodeStatusView.ready(),
                Cordons.controlPlane(labels),
                Map.copyOf(labels),
                views.apply(cluster, node),
                nodeStatusView.machine());
    }
}
