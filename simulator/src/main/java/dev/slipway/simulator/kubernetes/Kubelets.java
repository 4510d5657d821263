package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.KubeletReport;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Applies the kubelets' reports to their nodes: readiness, boot, capacity, silence. Calls hold the state lock. */
final class Kubelets {
    private static final Duration LEASE = Duration.ofSeconds(50);
    private static final String LEASES = "kube-node-lease";

    private final ObjectStore store;
    private final SimulatedTime time;
    private final PodLives lives;
    private final Map<String, NodeSpec> known = new HashMap<>();
    private final Map<String, Long> silences = new HashMap<>();
    private long nextSilence = 1;

    Kubelets(ObjectStore store, SimulatedTime time, PodLives lives) {
        this.store = store;
        this.time = time;
        this.lives = lives;
    }

    /** Registers a node that is ready from the start. */
    void add(NodeSpec spec) {
        known.put(spec.name(), spec);
        store.create(ResourceType.NODES, Manifests.node(spec, store.clock().instant()));
        renewLease(spec.name());
    }

    void report(KubeletReport report) {
        String name = report.node();
        silences.remove(name);
        if (store.find(ResourceType.NODES, name).isEmpty()) {
            NodeSpec spec = known.getOrDefault(name, NodeSpec.gpuNode(name));
            store.create(
                    ResourceType.NODES,
                    Manifests.node(
                            spec.withBootId(report.bootId()), store.clock().instant()));
        }
        ObjectNode before = store.get(ResourceType.NODES, "", name);
        String lastBoot = bootId(before);
        store.edit(ResourceType.NODES, name, node -> write(node, report));
        renewLease(name);
        if (!lastBoot.equals(report.bootId())) {
            lives.rebooted(name);
        }
        lives.kubeletBack(name, report.ready());
    }

    private static String bootId(ObjectNode node) {
        return node.path("status").path("nodeInfo").path("bootID").asText("");
    }

    private void write(ObjectNode node, KubeletReport report) {
        ObjectNode status = Kube.child(node, "status");
        Kube.child(status, "nodeInfo").put("bootID", report.bootId());
        report.machine()
                .ifPresent(machine -> Kube.child(status, "nodeInfo")
                        .put("machineID", machine.machineId())
                        .put("systemUUID", machine.systemUuid())
                        .put("kernelVersion", machine.kernel()));
        String gpus = Integer.toString(report.gpus());
        Kube.child(status, "capacity").put(PodScheduler.GPU, gpus);
        Kube.child(status, "allocatable").put(PodScheduler.GPU, gpus);
        Instant now = store.clock().instant();
        Manifests.pressures().forEach(type -> Kube.setCondition(node, Manifests.noPressure(type), now));
        Kube.setCondition(node, Manifests.ready(report.ready()), now);
    }

    void fallSilent(String node) {
        long silence = nextSilence++;
        silences.put(node, silence);
        time.after(LEASE, () -> {
            if (silences.getOrDefault(node, 0L) == silence) {
                store.edit(ResourceType.NODES, node, this::writeUnknown);
            }
        });
    }

    boolean silent(String node) {
        return silences.containsKey(node);
    }

    private void writeUnknown(ObjectNode node) {
        Instant now = store.clock().instant();
        for (String type : Manifests.conditions()) {
            Kube.setCondition(
                    node,
                    new Kube.Condition(type, "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status."),
                    now);
        }
    }

    private void renewLease(String node) {
        String now = Kube.microTime(store.clock().instant());
        String key = Kube.key(LEASES, node);
        if (store.find(ResourceType.LEASES, key).isEmpty()) {
            ObjectNode lease = Kube.object(LEASES, node);
            lease.putObject("spec").put("holderIdentity", node).put("leaseDurationSeconds", 40);
            store.create(ResourceType.LEASES, lease);
        }
        store.edit(ResourceType.LEASES, key, lease -> Kube.child(lease, "spec").put("renewTime", now));
    }
}
