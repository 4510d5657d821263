package dev.slipway.starter.alerts;

import dev.slipway.starter.api.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Finds the node that an alert is about by its labels. */
@Component
final class NamedNode {
    /** Ordered by trust: {@code Hostname} is dcgm-exporter's, {@code instance} often the exporter's own address. */
    private static final List<String> LABELS =
            List.of("node", "Hostname", "kubernetes_node", "node_name", "nodename", "exported_node", "instance");

    private static final Pattern PORT = Pattern.compile("(.*):\\d+");

    private final Members members;

    NamedNode(Members members) {
        this.members = members;
    }

    /** Holds the one member that the labels name, or why there is none. */
    record Found(Optional<Members.Member> member, String reason) {}

    Found in(Webhook.Alert alert) {
        String cluster = alert.label("cluster").orElse("-");
        List<String> tried = new ArrayList<>();
        for (String label : LABELS) {
            Optional<String> value = alert.label(label).map(NamedNode::withoutPort);
            if (value.isEmpty()) {
                continue;
            }
            tried.add(label + "=" + value.get());
            List<Members.Member> found = members.all(cluster, value.get());
            if (found.size() > 1) {
                return new Found(
                        Optional.empty(),
                        "more than one cluster has a node " + value.get() + ", and no label cluster states which");
            }
            if (found.size() == 1) {
                return new Found(Optional.of(found.getFirst()), "");
            }
        }
        return new Found(
                Optional.empty(),
                tried.isEmpty()
                        ? "no label names a node; looked for " + String.join(", ", LABELS)
                        : "no fleet has the node that its labels name: " + String.join(", ", tried));
    }

    private static String withoutPort(String value) {
        Matcher matcher = PORT.matcher(value);
        return matcher.matches() ? matcher.group(1) : value;
    }
}
