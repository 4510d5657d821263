package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.spec.BudgetSpec;
import dev.slipway.simulator.kubernetes.spec.DaemonSetSpec;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.WorkloadKind;
import java.time.Instant;
import java.util.List;

/** Writes specs as the objects a client would have sent. */
final class Manifests {
    private static final List<String> PRESSURES = List.of("MemoryPressure", "DiskPressure", "PIDPressure");

    private Manifests() {}

    static List<String> pressures() {
        return PRESSURES;
    }

    static List<String> conditions() {
        return List.of("MemoryPressure", "DiskPressure", "PIDPressure", "Ready");
    }

    static Kube.Condition noPressure(String type) {
        return new Kube.Condition(type, "False", "KubeletHasNo" + type, "kubelet has no " + type);
    }

    static Kube.Condition ready(boolean ready) {
        return ready
                ? new Kube.Condition("Ready", "True", "KubeletReady", "kubelet is posting ready status")
                : new Kube.Condition("Ready", "False", "KubeletNotReady", "container runtime is down");
    }

    static ObjectNode node(NodeSpec spec, Instant now) {
        ObjectNode node = Kube.object("", spec.name());
        Kube.metadata(node).set("labels", Kube.texts(spec.labels()));
        node.putObject("spec").put("providerID", "simulated://" + spec.name());
        ObjectNode status = node.putObject("status");
        status.putArray("addresses").addObject().put("type", "Hostname").put("address", spec.name());
        for (String part : List.of("capacity", "allocatable")) {
            status.putObject(part)
                    .put("cpu", "192")
                    .put("memory", "2Ti")
                    .put("pods", "110")
                    .put(PodScheduler.GPU, Integer.toString(spec.gpus()));
        }
        status.putObject("nodeInfo")
                .put("bootID", spec.machine().bootId())
                .put("machineID", spec.machine().machineId())
                .put("systemUUID", spec.machine().systemUuid())
                .put("kernelVersion", spec.machine().kernel())
                .put("kubeletVersion", "v1.36.3")
                .put("osImage", "Ubuntu 24.04.2 LTS")
                .put("containerRuntimeVersion", "containerd://2.1.0")
                .put("operatingSystem", "linux")
                .put("architecture", "amd64");
        PRESSURES.forEach(type -> Kube.setCondition(node, noPressure(type), now));
        Kube.setCondition(node, ready(true), now);
        return node;
    }

    static ObjectNode pod(PodSpec spec) {
        ObjectNode pod = Kube.object(spec.namespace(), spec.name());
        ObjectNode metadata = Kube.metadata(pod);
        metadata.set("labels", Kube.texts(spec.labels()));
        PodSpec.Behaviour behaviour = spec.behaviour();
        ObjectNode annotations = metadata.putObject("annotations");
        annotations.put(PodLives.ENDS_AFTER, behaviour.endsAfter().toString());
        String ready = behaviour.readyAfter().map(Object::toString).orElse(PodLives.NEVER);
        annotations.put(PodLives.READY_AFTER, ready);
        behaviour
                .completesAfter()
                .ifPresent(c -> annotations.put(
                        c.fromCordon() ? PodLives.LEAVES_AFTER : PodLives.COMPLETES_AFTER,
                        c.span().toString()));
        ObjectNode body = pod.putObject("spec");
        body.put("restartPolicy", spec.owner().kind() == WorkloadKind.JOB ? "Never" : "Always");
        body.put("terminationGracePeriodSeconds", behaviour.graceSeconds());
        if (!spec.node().isEmpty()) {
            body.put("nodeName", spec.node());
        }
        ObjectNode container = container(body);
        if (behaviour.gpus() > 0) {
            String gpus = Integer.toString(behaviour.gpus());
            container.putObject("resources").putObject("limits").put(PodScheduler.GPU, gpus);
        }
        return pod;
    }

    private static ObjectNode container(ObjectNode podSpec) {
        return podSpec.putArray("containers").addObject().put("name", "main").put("image", "simulated");
    }

    static ObjectNode daemonSet(DaemonSetSpec spec) {
        ObjectNode set = Kube.object(spec.namespace(), spec.name());
        ObjectNode body = set.putObject("spec");
        body.putObject("selector").set("matchLabels", Kube.texts(spec.labels()));
        ObjectNode template = body.putObject("template");
        template.putObject("metadata").set("labels", Kube.texts(spec.labels()));
        ObjectNode podSpec = template.putObject("spec");
        podSpec.set("nodeSelector", Kube.texts(spec.nodeSelector()));
        container(podSpec);
        set.putObject("status");
        return set;
    }

    static ObjectNode budget(BudgetSpec spec) {
        ObjectNode budget = Kube.object(spec.namespace(), spec.name());
        ObjectNode body = budget.putObject("spec");
        body.putObject("selector").set("matchLabels", Kube.texts(spec.selector()));
        String value = spec.limit().value();
        if (value.endsWith("%")) {
            body.put(spec.limit().field(), value);
        } else {
            body.put(spec.limit().field(), Integer.parseInt(value));
        }
        if (spec.alwaysAllow()) {
            body.put("unhealthyPodEvictionPolicy", "AlwaysAllow");
        }
        budget.putObject("status");
        return budget;
    }
}
