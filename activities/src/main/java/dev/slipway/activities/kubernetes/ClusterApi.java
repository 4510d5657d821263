package dev.slipway.activities.kubernetes;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.activities.kubernetes.client.ClusterFailure;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Calls one cluster, and distinguishes answers and failed reads. A server that serves nobody now is a part of the site
 * that is away (PART_AWAY), and no failure of a node.
 */
record ClusterApi(KubernetesClient client) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);
    /**
     * Lists the statuses for too many requests at its priority levels, and for a server that a proxy or an aggregator
     * reports as down. https://kubernetes.io/docs/concepts/cluster-administration/flow-control/
     */
    private static final Set<Integer> SERVES_NOBODY = Set.of(429, 502, 503, 504);
    /**
     * Is the message of a server without its database, an internal error. https://etcd.io/docs/v3.5/op-guide/failures/
     */
    private static final String NO_DATABASE = "etcdserver:";

    /** Returns the Node object now. A node that has left the cluster was removed by somebody else. */
    Node node(String name) {
        return find(name)
                .orElseThrow(() -> FailureType.EXTERNAL_CHANGE.of(
                        "The cluster has no Node object " + name + " any more, and our cordon is not on it"));
    }

    Optional<Node> find(String name) {
        return read(
                "read node " + name,
                () -> Optional.ofNullable(client.nodes().withName(name).get()));
    }

    /**
     * Changes annotations, and {@code spec.unschedulable} where given, if {@code seen} is still the present version. An
     * answer of 409 means that somebody was faster.
     */
    ApiAnswer patchNode(Node seen, Optional<Boolean> unschedulable, Map<String, Optional<String>> annotations) {
        ObjectNode patch = JSON.createObjectNode();
        values(metadata(patch, seen), "annotations", annotations);
        unschedulable.ifPresent(flag -> {
            if (flag) {
                patch.putObject("spec").put("unschedulable", true);
            } else {
                patch.putObject("spec").putNull("unschedulable");
            }
        });
        return patchNode(seen, patch);
    }

    /** Changes labels and annotations of a node together, under the same condition. */
    ApiAnswer patchLabels(Node seen, Map<String, Optional<String>> labels, Map<String, Optional<String>> annotations) {
        ObjectNode patch = JSON.createObjectNode();
        ObjectNode metadata = metadata(patch, seen);
        values(metadata, "labels", labels);
        values(metadata, "annotations", annotations);
        return patchNode(seen, patch);
    }

    private static ObjectNode metadata(ObjectNode patch, Node seen) {
        return patch.putObject("metadata")
                .put("resourceVersion", seen.getMetadata().getResourceVersion());
    }

    private static void values(ObjectNode metadata, String part, Map<String, Optional<String>> values) {
        ObjectNode object = metadata.putObject(part);
        values.forEach(
                (name, value) -> value.ifPresentOrElse(text -> object.put(name, text), () -> object.putNull(name)));
    }

    private ApiAnswer patchNode(Node seen, ObjectNode patch) {
        String path = "/api/v1/nodes/" + seen.getMetadata().getName();
        return send("PATCH", path, "application/merge-patch+json", patch.toString());
    }

    /** Reads one path as it comes, once. Fails with PART_AWAY if no answer comes. */
    ApiAnswer get(String path) {
        return answered(
                "GET " + path,
                client.getHttpClient()
                        .newHttpRequestBuilder()
                        .uri(base() + path)
                        .build());
    }

    private String base() {
        String base = client.getMasterUrl().toString();
        return base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    }

    /** Sends one request, once. Fails with PART_AWAY if no answer comes. */
    ApiAnswer send(String method, String path, String contentType, String body) {
        return answered(
                method + " " + path,
                client.getHttpClient()
                        .newHttpRequestBuilder()
                        .uri(base() + path)
                        .method(method, contentType, body)
                        .build());
    }

    private ApiAnswer answered(String asked, HttpRequest request) {
        try {
            HttpResponse<String> answer = client.getHttpClient()
                    .sendAsync(request, String.class)
                    .get(ANSWER_WITHIN.toSeconds(), TimeUnit.SECONDS);
            return new ApiAnswer(
                    answer.code(), Optional.ofNullable(answer.body()).orElse(""), retryAfter(answer));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("Interrupted in " + asked);
        } catch (ExecutionException | TimeoutException e) {
            throw FailureType.PART_AWAY.of("No answer to " + asked + ": " + Causes.words(e), part());
        }
    }

    /**
     * Returns whether the server has loaded its authorization data: a server that has just started refuses every right
     * for a moment.
     */
    boolean ready() {
        return get("/readyz").success();
    }

    private static Optional<Duration> retryAfter(HttpResponse<String> answer) {
        return answer.headers("Retry-After").stream()
                .filter(text -> text.matches("\\d{1,5}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .findFirst();
    }

    /**
     * Reads, and converts a failure into one of ours: missing rights stay missing, a server that serves nobody is away,
     * the rest may pass.
     */
    <T> T read(String doing, Supplier<T> read) {
        try {
            return read.get();
        } catch (KubernetesClientException e) {
            throw failure(doing, e);
        }
    }

    ApplicationFailure failure(String doing, KubernetesClientException refused) {
        return failure(doing, refused.getCode(), ClusterFailure.words(refused));
    }

    ApplicationFailure failure(String doing, int code, String message) {
        boolean refused = code == 403 && !ready();
        String text = "Could not " + doing + ": " + (code <= 0 ? "no answer of " + base() + ": " : code + " ") + message
                + next(code);
        if (code <= 0 || refused || SERVES_NOBODY.contains(code) || message.contains(NO_DATABASE)) {
            return FailureType.PART_AWAY.of(text, part());
        }
        boolean lasts = code == 401 || code == 400 || code == 422 || code == 403;
        return (lasts ? FailureType.STEP_FAILED : FailureType.TRANSIENT).of(text);
    }

    private String part() {
        return "the Kubernetes API at " + base();
    }

    private static String next(int code) {
        if (code <= 0) {
            return ". Is its API server up, and is its address under `kubernetes` of the fleet right?";
        }
        return switch (code) {
            case 401 -> ". Renew the token or kubeconfig that the fleet names; `slipway doctor` checks it.";
            case 403 ->
                ". Grant it, e.g. by kubectl apply -f config/kubernetes/access.yaml; `slipway doctor` names all.";
            default -> "";
        };
    }
}
