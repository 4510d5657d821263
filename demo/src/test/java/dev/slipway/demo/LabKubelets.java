package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.KubeletReport;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A simulated cluster of the lab's nodes, whose kubelet reads boot and GPUs from the nodes themselves. */
final class LabKubelets implements AutoCloseable {
    private static final String LOOK = "cat /proc/sys/kernel/random/boot_id /etc/machine-id; "
            + "cat /sys/class/dmi/id/product_uuid; uname -r; lspci -d 10de: | wc -l";
    private final LabFleet fleet;
    private final SimulatedKubernetes kubernetes = SimulatedKubernetes.start(SimulatedKubernetesOptions.defaults());
    private final Map<String, String> lastBoot = new ConcurrentHashMap<>();
    private final List<Future<?>> looks = new ArrayList<>();
    private final ScheduledExecutorService kubelet = Executors.newScheduledThreadPool(4);

    LabKubelets(LabFleet fleet) {
        this.fleet = fleet;
        for (String node : fleet.nodes()) {
            String[] is = fleet.ssh(node, LOOK).orElseThrow().split("\n", -1);
            kubernetes.addNode(NodeSpec.gpuNode(node).withGpus(8).withMachine(machine(is)));
            looks.add(kubelet.scheduleWithFixedDelay(() -> report(node), 0, 1, TimeUnit.SECONDS));
        }
    }

    /** Writes the way to this cluster to a file, and returns it. */
    Path kubeconfig(Path file) throws IOException {
        kubernetes.kubeconfig(file);
        return file;
    }

    /** What a node bears in the cluster: labels, annotations, taints, cordon. Which run gave it back last is left out. */
    String marks(String node) {
        JsonNode is = kubernetes.find(ResourceType.NODES, "", node).orElseThrow();
        Map<String, String> marks = new TreeMap<>();
        for (String part : List.of("labels", "annotations")) {
            is.path("metadata")
                    .path(part)
                    .properties()
                    .forEach(mark -> marks.put(mark.getKey(), mark.getValue().asText()));
        }
        marks.remove("slipway.dev/readmitted");
        return marks + " " + is.path("spec").path("taints") + " "
                + is.path("spec").path("unschedulable");
    }

    private static NodeSpec.Machine machine(String... lines) {
        return new NodeSpec.Machine(lines[0].strip(), lines[1].strip(), lines[2].strip(), lines[3].strip());
    }

    /** A boot is reported when it is seen, and as ready one look later, as kubelets do. */
    private void report(String node) {
        Optional<String> answer = fleet.ssh(node, LOOK);
        if (answer.isEmpty()) {
            return;
        }
        String[] lines = answer.get().split("\n", -1);
        String boot = lines[0].strip();
        boolean seen = boot.equals(lastBoot.put(node, boot));
        kubernetes.kubeletReports(
                new KubeletReport(node, boot, seen, Integer.parseInt(lines[4].strip())).with(machine(lines)));
    }

    @Override
    public void close() {
        looks.forEach(look -> look.cancel(true));
        kubelet.shutdownNow();
        kubernetes.close();
    }
}
