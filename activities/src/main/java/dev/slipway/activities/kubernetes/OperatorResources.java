package dev.slipway.activities.kubernetes;

import dev.slipway.model.facts.DriverDeployment;
import dev.slipway.model.facts.OperatorMarks;
import dev.slipway.model.facts.Reading;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the ClusterPolicy and NVIDIADriver objects of a cluster, and applies the operator's own rules to find a node's
 * driver. The oldest ClusterPolicy counts; with {@code useNvidiaDriverCRD}, or without a ClusterPolicy, the
 * NVIDIADriver that selects the node does. A node can be taken out by its labels. See {@code
 * controllers/active_config.go}, {@code controllers/state_manager.go} and {@code internal/nvidiadriver/nvidiadriver.go}
 * of NVIDIA/gpu-operator.
 */
record OperatorResources(
        Reading<List<GenericKubernetesResource>> policies, Reading<List<GenericKubernetesResource>> drivers) {
    /** Is for callers that do not need the driver's owner. */
    static final OperatorResources NOT_ASKED =
            new OperatorResources(Reading.unknown("it was not requested"), Reading.unknown("it was not requested"));

    private static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    /** Is the value that the operator's driver manager writes over the labels of what it stops for a while. */
    private static final String PAUSED = "paused-for-driver-upgrade";

    private static final Comparator<GenericKubernetesResource> OLDEST = Comparator.comparing(
                    (GenericKubernetesResource policy) -> policy.getMetadata().getCreationTimestamp())
            .thenComparing(policy -> policy.getMetadata().getName());

    /**
     * Returns the deployment for the node with these labels; unknown if no resource covers it, or one may not be read.
     */
    Reading<DriverDeployment> driverOf(Map<String, String> labels) {
        if (!policies.known()) {
            return Reading.unknown(policies.error());
        }
        Optional<GenericKubernetesResource> active =
                policies.or(List.of()).stream().min(OLDEST);
        if (active.isPresent() && !Boolean.TRUE.equals(active.get().get("spec", "driver", "useNvidiaDriverCRD"))) {
            GenericKubernetesResource policy = active.get();
            return Boolean.FALSE.equals(policy.get("spec", "driver", "enabled"))
                    ? host(named(policy) + " has driver.enabled: false")
                    : deployed(labels, policy);
        }
        if (!drivers.known()) {
            return Reading.unknown(drivers.error());
        }
        Optional<GenericKubernetesResource> driver = drivers.or(List.of()).stream()
                .filter(found -> found.getMetadata().getDeletionTimestamp() == null)
                .filter(found -> selects(found, labels))
                .findFirst();
        if (driver.isPresent()) {
            return deployed(labels, driver.get());
        }
        return active.isPresent()
                ? host("no NVIDIADriver selects the node")
                : Reading.unknown("the cluster has no ClusterPolicy, and no NVIDIADriver selects the node");
    }

    /**
     * Returns whether the resource selects the node. Without a selector it is for every node with GPUs, and each of our
     * nodes has some.
     */
    private static boolean selects(GenericKubernetesResource driver, Map<String, String> labels) {
        return !(driver.get("spec", "nodeSelector") instanceof Map<?, ?> selector)
                || selector.entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(labels.get(String.valueOf(wanted.getKey()))));
    }

    private static Reading<DriverDeployment> deployed(Map<String, String> labels, GenericKubernetesResource by) {
        String deploy = labels.getOrDefault(OperatorMarks.DEPLOY, "");
        if ("false".equals(labels.get(OPERANDS))) {
            return host("the node is labelled " + OPERANDS + "=false");
        }
        boolean selected = deploy.isEmpty() || deploy.equals("true") || deploy.contains(PAUSED);
        return selected
                ? Reading.of(new DriverDeployment(true, named(by)))
                : host("the node is labelled " + OperatorMarks.DEPLOY + "=" + deploy);
    }

    private static Reading<DriverDeployment> host(String why) {
        return Reading.of(new DriverDeployment(false, why));
    }

    private static String named(GenericKubernetesResource resource) {
        return resource.getKind() + " " + resource.getMetadata().getName();
    }
}
