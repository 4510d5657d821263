package dev.slipway.simulator.kubernetes.resource;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Lists the kinds of object that this server stores, with the names the API gives them. */
public enum ResourceType {
    NODES("v1", "nodes", "Node", "no"),
    NAMESPACES("v1", "namespaces", "Namespace", "ns"),
    PODS("v1", "pods", "Pod", "po"),
    EVENTS("v1", "events", "Event", "ev"),
    BUDGETS("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", "pdb"),
    DAEMON_SETS("apps/v1", "daemonsets", "DaemonSet", "ds"),
    REPLICA_SETS("apps/v1", "replicasets", "ReplicaSet", "rs"),
    STATEFUL_SETS("apps/v1", "statefulsets", "StatefulSet", "sts"),
    JOBS("batch/v1", "jobs", "Job", ""),
    LEASES("coordination.k8s.io/v1", "leases", "Lease", ""),
    CLUSTER_POLICIES("nvidia.com/v1", "clusterpolicies", "ClusterPolicy", ""),
    NVIDIA_DRIVERS("nvidia.com/v1alpha1", "nvidiadrivers", "NVIDIADriver", "nvd");

    private final String apiVersion;
    private final String plural;
    private final String kind;
    private final String shortName;

    ResourceType(String apiVersion, String plural, String kind, String shortName) {
        this.apiVersion = apiVersion;
        this.plural = plural;
        this.kind = kind;
        this.shortName = shortName;
    }

    public String apiVersion() {
        return apiVersion;
    }

    public String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    public String plural() {
        return plural;
    }

    public String kind() {
        return kind;
    }

    List<String> shortNames() {
        return shortName.isEmpty() ? List.of() : List.of(shortName);
    }

    public boolean namespaced() {
        return this != NODES && this != NAMESPACES && !custom();
    }

    /**
     * Returns whether this is a kind of the GPU Operator: a server serves them once their definitions are installed.
     */
    public boolean custom() {
        return this == CLUSTER_POLICIES || this == NVIDIA_DRIVERS;
    }

    public boolean hasStatus() {
        return this != EVENTS && this != LEASES;
    }

    /** Returns whether the server counts up {@code metadata.generation} of this kind when the spec changes. */
    public boolean hasGeneration() {
        return !apiVersion.equals("v1") && this != LEASES;
    }

    /** Returns its name in error messages: {@code pods}, {@code poddisruptionbudgets.policy}. */
    public String qualified() {
        return group().isEmpty() ? plural : plural + "." + group();
    }

    static Optional<ResourceType> of(String apiVersion, String plural) {
        return Arrays.stream(values())
                .filter(type -> type.apiVersion.equals(apiVersion) && type.plural.equals(plural))
                .findFirst();
    }

    static List<String> apiVersions(boolean withCustom) {
        return Arrays.stream(values())
                .filter(type -> withCustom || !type.custom())
                .map(ResourceType::apiVersion)
                .distinct()
                .toList();
    }
}
