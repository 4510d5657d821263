package dev.slipway.simulator.kubernetes.spec;

import java.util.LinkedHashMap;
import java.util.Map;

/** Describes a DaemonSet to create: its pods run on every node that carries the labels of the node selector. */
public record DaemonSetSpec(
        String namespace, String name, Map<String, String> labels, Map<String, String> nodeSelector) {

    /** Returns a set on every node, whose pods carry the label {@code app} with its name. */
    public static DaemonSetSpec everywhere(String namespace, String name) {
        return new DaemonSetSpec(namespace, name, Map.of("app", name), Map.of());
    }

    public DaemonSetSpec onlyWhere(String label, String value) {
        Map<String, String> more = new LinkedHashMap<>(nodeSelector);
        more.put(label, value);
        return new DaemonSetSpec(namespace, name, labels, Map.copyOf(more));
    }
}
