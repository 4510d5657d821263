package dev.slipway.activities.spi;

import dev.slipway.facts.ProcessOwner;
import dev.slipway.model.facts.NodeDetails.GpuClient;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Names the processes on GPUs as people know them. {@code pods}: what each pod on a node is part of, by the pod's uid;
 * empty if that is unknown. {@code accounts}: stores what is known about jobs that failed on a node and have ended.
 */
public record JobNames(Function<NodeRef, Optional<Map<String, String>>> pods, Consumer<NodeRef> accounts) {
    /** Follows the uid of a pod that the cluster does not show. */
    static final String GONE = " (the cluster shows no such pod any more)";

    /** Nobody names anything. */
    public static JobNames none() {
        return new JobNames(node -> Optional.empty(), node -> {});
    }

    /**
     * Safe to repeat: reads only, and requests nothing if no pod computes. A pod is one of many of its workload; only
     * the workload distinguishes jobs. A cluster that cannot answer leaves the uids.
     */
    public NodeFacts named(NodeFacts facts) {
        List<GpuClient> clients = facts.details().onGpus().clients().or(List.of());
        if (clients.stream().noneMatch(JobNames::ofPod)) {
            return facts;
        }
        return asked(facts.node())
                .map(names -> facts.with(
                        clients.stream().map(client -> named(client, names)).toList()))
                .orElse(facts);
    }

    /** Safe to repeat: to be called when the facts are stored. */
    public void learn(NodeRef node) {
        accounts.accept(node);
    }

    private static boolean ofPod(GpuClient client) {
        return client.of().startsWith(ProcessOwner.POD);
    }

    private static GpuClient named(GpuClient client, Map<String, String> names) {
        if (!ofPod(client)) {
            return client;
        }
        String uid = client.of().substring(ProcessOwner.POD.length());
        return new GpuClient(client.pid(), client.since(), ProcessOwner.POD + names.getOrDefault(uid, uid + GONE));
    }

    private Optional<Map<String, String>> asked(NodeRef node) {
        try {
            return pods.apply(node);
        } catch (ApplicationFailure away) {
            return Optional.empty();
        }
    }
}
