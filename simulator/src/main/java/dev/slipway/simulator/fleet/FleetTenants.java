package dev.slipway.simulator.fleet;

import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.spec.BudgetSpec;
import dev.slipway.simulator.kubernetes.spec.DaemonSetSpec;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.WorkloadKind;
import dev.slipway.simulator.node.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Fills a cluster from a plan: nodes, daemons, pods with their budgets, and foreign cordons. */
record FleetTenants(SimulatedKubernetes kubernetes, FleetPlan plan) {
    private static final String NAMESPACE = "ml";

    void moveIn(Map<String, SimulatedNode> nodes) {
        kubernetes.addDaemonSet(DaemonSetSpec.everywhere("kube-system", "cilium"));
        for (String operand : NodeSpec.OPERANDS) {
            kubernetes.addDaemonSet(DaemonSetSpec.everywhere("gpu-operator", "nvidia-" + operand)
                    .onlyWhere(NodeSpec.DEPLOY + operand, "true"));
        }
        for (PlannedNode planned : plan.nodes()) {
            register(planned, nodes);
        }
        for (PlannedNode planned : plan.nodes()) {
            planned.tenants().training().ifPresent(left -> train(planned.name(), left));
            if (planned.tenants().servingGpus() > 0) {
                serve(planned.name(), planned.tenants().servingGpus());
            }
            planned.tenants().cordonedFor().ifPresent(reason -> cordon(planned.name(), reason));
        }
        kubernetes.addBudget(BudgetSpec.maxUnavailable(NAMESPACE, "serve", "50%", Map.of("app", "serve")));
    }

    private void register(PlannedNode planned, Map<String, SimulatedNode> nodes) {
        SimulatedNode node = nodes.get(planned.name());
        if (node == null) {
            throw new IllegalStateException("the plan names a node that was not started: " + planned.name());
        }
        kubernetes.addNode(node.clock()
                .call(() -> operated(NodeSpec.gpuNode(planned.name()), node)
                        .withGpus(node.machine().present().size())
                        .withLabel("topology.kubernetes.io/rack", planned.rack())
                        .withMachine(PlayedKubelet.machine(node))));
    }

    /** Returns the labels that the operator writes on a node whose driver it runs. */
    private static NodeSpec operated(NodeSpec spec, SimulatedNode node) {
        return node.driver().operated()
                ? spec.withLabel(NodeSpec.DEPLOY + "driver", "true")
                        .withLabel("nvidia.com/gpu-driver-upgrade-state", "upgrade-done")
                : spec;
    }

    private void train(String node, Duration left) {
        String job = "train-" + node;
        kubernetes.addPod(PodSpec.pod(NAMESPACE, job + "-0")
                .on(node)
                .ownedBy(WorkloadKind.JOB, job)
                .withLabel("job-name", job)
                .withGpus(4)
                .completingAfterCordon(left));
        kubernetes.addBudget(BudgetSpec.minAvailable(NAMESPACE, job, "1", Map.of("job-name", job)));
    }

    private void serve(String node, int gpus) {
        kubernetes.addPod(PodSpec.pod(NAMESPACE, "serve-" + node)
                .on(node)
                .ownedBy(WorkloadKind.REPLICA_SET, "serve")
                .withLabel("app", "serve")
                .withGpus(gpus)
                .endingAfter(Duration.ofSeconds(20)));
    }

    /** Cordons as a colleague did with kubectl before we came. */
    private void cordon(String node, String reason) {
        URI uri = URI.create(kubernetes.url() + "/api/v1/nodes/" + node);
        String patch = "{\"metadata\":{\"annotations\":{\"example.org/cordon-reason\":\"" + reason
                + "\"}},\"spec\":{\"unschedulable\":true}}";
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + kubernetes.token())
                .header("Content-Type", "application/merge-patch+json")
                .header("User-Agent", "kubectl/v1.33.1")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(patch))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("cannot cordon " + node + ": " + answer.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot cordon " + node, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while cordoning " + node, e);
        }
    }
}
