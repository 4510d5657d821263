package dev.slipway.simulator.fleet;

import dev.slipway.simulator.kubernetes.FleetPart;
import dev.slipway.simulator.kubernetes.PodOnNode;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.KubeletReport;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.node.Driver;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps cluster and machines in step: a node that goes down falls silent, one that booted is Ready a while later, and a
 * pod with GPUs shows as processes on the machine.
 */
final class PlayedKubelet implements NodeListener, FleetPart {
    private static final Duration KUBELET_STARTS = Duration.ofSeconds(20);
    private static final Duration PLUGIN_STARTS = Duration.ofSeconds(40);

    private static final Duration JOB_TAKES = Duration.ofSeconds(45);

    private final SimulatedKubernetes kubernetes;
    private final Map<String, SimulatedNode> nodes;

    PlayedKubelet(SimulatedKubernetes kubernetes, Map<String, SimulatedNode> nodes) {
        this.kubernetes = kubernetes;
        this.nodes = nodes;
    }

    @Override
    public void down(SimulatedNode node) {
        kubernetes.kubeletFallsSilent(node.name());
    }

    @Override
    public void up(SimulatedNode node) {
        String boot = node.clock().call(() -> node.power().bootId());
        node.clock().later("kubelet", KUBELET_STARTS, () -> {
            report(node, boot, false, false);
            starts(node, boot);
        });
    }

    /** Reports one after the other: a kubelet's message at its start never arrives after a later one. */
    private void starts(SimulatedNode node, String boot) {
        Duration late = node.clock().call(() -> node.power().pluginLater());
        node.clock().later("ready", PLUGIN_STARTS, () -> {
            report(node, boot, true, late.isZero());
            if (!late.isZero()) {
                node.clock().later("plugin", late, () -> report(node, boot, true, true));
            }
        });
    }

    private void report(SimulatedNode node, String boot, boolean ready, boolean offers) {
        Optional<KubeletReport> report = node.clock().call(() -> {
            boolean current = node.power().up() && node.power().bootId().equals(boot);
            int gpus = offers ? node.answering().size() : 0;
            return current
                    ? Optional.of(new KubeletReport(node.name(), boot, ready, gpus).with(machine(node)))
                    : Optional.empty();
        });
        report.ifPresent(kubernetes::kubeletReports);
    }

    /** Returns what the kubelet of a node reads about its machine; inside the node's clock. */
    static NodeSpec.Machine machine(SimulatedNode node) {
        return new NodeSpec.Machine(
                node.power().bootId(),
                node.machine().machineId(),
                node.machine().productUuid(),
                node.power().kernel());
    }

    @Override
    public void podStarted(PodOnNode pod) {
        SimulatedNode node = nodes.get(pod.node());
        if (node == null) {
            return;
        }
        node.clock().run(() -> {
            // A node of Slurm alone has no operands.
            operand(pod)
                    .filter(name -> node.services().find("slurmd").isEmpty())
                    .ifPresent(name -> node.driver().modules().pods().put(pod.uid(), name));
            for (int gpu = 0; gpu < pod.gpus(); gpu++) {
                long pid = 30_000L + Math.floorMod(pod.uid().hashCode(), 10_000) + gpu;
                node.addProcess(new GpuProcess(pid, "/usr/bin/python3", gpu, pod.uid()));
            }
        });
        if (endsByItself(pod)) {
            node.clock().later("job", JOB_TAKES, () -> endJob(node, pod));
        }
    }

    /** A pod of the operator holds the driver's devices without computing on them; as the kernel shows its command. */
    private static Optional<String> operand(PodOnNode pod) {
        return NodeSpec.OPERANDS.stream()
                .filter(name ->
                        pod.namespace().equals("gpu-operator") && pod.name().startsWith("nvidia-" + name))
                .map(name -> name.equals("device-plugin") ? "nvidia-device-p" : name)
                .findFirst();
    }

    /**
     * Returns whether a pod ends by itself: a bare pod that may not be restarted and requests GPUs is a job that ends
     * as its node's GPUs let it.
     */
    private boolean endsByItself(PodOnNode pod) {
        return pod.gpus() > 0
                && kubernetes
                        .find(ResourceType.PODS, pod.namespace(), pod.name())
                        .filter(found ->
                                found.path("metadata").path("ownerReferences").isEmpty()
                                        && found.path("spec")
                                                .path("restartPolicy")
                                                .asText()
                                                .equals("Never")
                                        && !found.path("metadata")
                                                .path("annotations")
                                                .toString()
                                                .contains("completes-after"))
                        .isPresent();
    }

    private void endJob(SimulatedNode node, PodOnNode pod) {
        String wrong = node.clock().call(() -> {
            if (node.driver().state() != Driver.State.WORKS) {
                return "driver and library differ in version";
            }
            int present = node.answering().size();
            if (present < pod.gpus()) {
                return present + " of " + pod.gpus() + " GPUs answer";
            }
            return node.services().active(Services.FABRIC_MANAGER) ? "" : "CUDA error 802: system not yet initialized";
        });
        kubernetes.podExits(pod, wrong.isEmpty() ? 0 : 1, wrong.isEmpty() ? "all GPUs computed" : wrong);
    }

    @Override
    public void podEnded(PodOnNode pod) {
        SimulatedNode node = nodes.get(pod.node());
        if (node != null) {
            node.clock().run(() -> {
                node.endProcesses(pod.uid());
                node.driver().modules().pods().remove(pod.uid());
            });
        }
    }
}
