package dev.slipway.activities.kubernetes;

import dev.slipway.model.FailureType;
import dev.slipway.model.Reading;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.temporal.failure.ApplicationFailure;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The GPU Operator's custom resources of one cluster, read once within half a minute for all who ask meanwhile. */
final class SharedOperatorResources {
    static final Duration KEEP = Duration.ofSeconds(30);

    private static final ResourceDefinitionContext CLUSTER_POLICY = kind("v1", "clusterpolicies", "ClusterPolicy");
    private static final ResourceDefinitionContext NVIDIA_DRIVER = kind("v1alpha1", "nvidiadrivers", "NVIDIADriver");

    private final ClusterApi api;
    private final InstantSource clock;
    private Optional<Answer> latest = Optional.empty();

    /** An answer that is here or on its way. */
    private record Answer(Instant asked, CompletableFuture<OperatorResources> resources) {}

    SharedOperatorResources(ClusterApi api, InstantSource clock) {
        this.api = api;
        this.clock = clock;
    }

    private static ResourceDefinitionContext kind(String version, String plural, String kind) {
        return new ResourceDefinitionContext.Builder()
                .withGroup("nvidia.com")
                .withVersion(version)
                .withPlural(plural)
                .withKind(kind)
                .withNamespaced(false)
                .build();
    }

    /**
     * Safe to repeat: reads only. A kind that the server does not know has no objects; one that may not be read is
     * unknown. Fails as a read of the API does, and nobody keeps a failure.
     */
    OperatorResources read() {
        CompletableFuture<OperatorResources> own = new CompletableFuture<>();
        CompletableFuture<OperatorResources> answer = currentOr(own);
        if (answer == own) {
            try {
                own.complete(new OperatorResources(list(CLUSTER_POLICY), list(NVIDIA_DRIVER)));
            } catch (RuntimeException | Error failed) {
                own.completeExceptionally(failed);
            }
        }
        try {
            return answer.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof ApplicationFailure ours ? ours : failed;
        }
    }

    private synchronized CompletableFuture<OperatorResources> currentOr(CompletableFuture<OperatorResources> own) {
        Instant now = clock.instant();
        Optional<CompletableFuture<OperatorResources>> current = latest.filter(
                        answer -> now.isBefore(answer.asked().plus(KEEP)))
                .map(Answer::resources)
                .filter(resources -> !resources.isCompletedExceptionally());
        if (current.isPresent()) {
            return current.get();
        }
        latest = Optional.of(new Answer(now, own));
        return own;
    }

    private Reading<List<GenericKubernetesResource>> list(ResourceDefinitionContext kind) {
        try {
            return Reading.of(
                    api.client().genericKubernetesResources(kind).list().getItems());
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return Reading.of(List.of());
            }
            ApplicationFailure failure = api.failure("list " + kind.getPlural() + "." + kind.getGroup(), e);
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN && FailureType.STEP_FAILED.is(failure)) {
                return Reading.unknown(failure.getOriginalMessage());
            }
            throw failure;
        }
    }
}
