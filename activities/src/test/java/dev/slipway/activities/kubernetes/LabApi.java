package dev.slipway.activities.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What tests arrange on a real API server. Every method returns when the server shows it, and fails after a minute. */
record LabApi(KubernetesClient client) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A map as JSON, which is YAML, too. */
    static String json(Map<String, ?> map) {
        try {
            return JSON.writeValueAsString(map);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not to be written as JSON: " + map, e);
        }
    }

    /** Creates every document of a file beside this class, with {@code values} in the place of its names in ${}. */
    void create(String file, Map<String, String> values) {
        String yaml = read(file);
        for (Map.Entry<String, String> value : values.entrySet()) {
            yaml = yaml.replace("${" + value.getKey() + "}", value.getValue());
        }
        create(yaml);
    }

    /** Creates every document of {@code yaml}. */
    void create(String yaml) {
        client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .create();
    }

    static String read(String file) {
        try (InputStream in = LabApi.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete(String yaml) {
        client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .delete();
    }

    /** A node with eight GPUs whose kubelet is played, Ready and without the taints of a new node. */
    void node(String name, Map<String, String> labels) {
        create("node.yaml", Map.of("name", name, "labels", json(labels)));
        await(client.nodes().withName(name), LabApi::usable);
    }

    /** A namespace in which pods may be created; nothing happens where it is there. */
    void namespace(String name) {
        if (client.namespaces().withName(name).get() == null) {
            create("namespace.yaml", Map.of("name", name));
        }
        await(client.serviceAccounts().inNamespace(name).withName("default"), Objects::nonNull);
    }

    void running(String namespace, String pod) {
        await(client.pods().inNamespace(namespace).withName(pod), LabApi::ready);
    }

    /** Waits until the controller has counted for this version of the budget. */
    void counted(String namespace, String budget) {
        await(client.policy().v1().podDisruptionBudget().inNamespace(namespace).withName(budget), LabApi::counted);
    }

    List<String> podsOn(String node) {
        return client.pods().inAnyNamespace().withField("spec.nodeName", node).list().getItems().stream()
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    /** Takes a pod away as nothing but a test may: without grace, without its finalizers, whatever a budget says. */
    void remove(Pod pod) {
        Resource<Pod> there = client.pods().resource(pod);
        if (!pod.getMetadata().getFinalizers().isEmpty()) {
            there.edit(seen -> {
                seen.getMetadata().getFinalizers().clear();
                return seen;
            });
        }
        there.withGracePeriod(0).delete();
        await(
                there,
                seen -> seen == null
                        || !seen.getMetadata().getUid().equals(pod.getMetadata().getUid()));
    }

    static <T extends HasMetadata> void await(Resource<T> resource, Predicate<T> settled) {
        resource.waitUntilCondition(settled, 3, TimeUnit.MINUTES);
    }

    private static boolean usable(Node node) {
        return node != null
                && NodeStatusView.of(node).ready()
                && Optional.ofNullable(node.getSpec().getTaints())
                        .orElse(List.<Taint>of())
                        .isEmpty();
    }

    static boolean ready(Pod pod) {
        return pod != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(c ->
                                c.getType().equals("Ready") && c.getStatus().equals("True"));
    }

    private static boolean counted(PodDisruptionBudget budget) {
        return budget != null
                && budget.getStatus() != null
                && Objects.equals(
                        budget.getStatus().getObservedGeneration(),
                        budget.getMetadata().getGeneration());
    }
}
