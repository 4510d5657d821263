package dev.slipway.activities.kubernetes;

import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Shares the GPU Operator's custom resources of one cluster, read once within half a minute for all callers. */
final class SharedOperatorResources {
    static final Duration KEEP = Duration.ofSeconds(30);

    private static final ResourceDefinitionContext CLUSTER_POLICY = kind("v1", "clusterpolicies", "ClusterPolicy");
    private static final ResourceDefinitionContext NVIDIA_DRIVER = kind("v1alpha1", "nvidiadrivers", "NVIDIADriver");

    private final ClusterApi api;
    private final InstantSource clock;
    private Optional<Answer> latest = Optional.empty();

    /** Holds an answer that has arrived or is on its way. */
    private record Answer(Instant asked, FutureTask<OperatorResources> resources) {}

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
     * unknown. Fails as a read of the API does, and a failure is not shared.
     */
    OperatorResources read() {
        FutureTask<OperatorResources> answer = current();
        answer.run();
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("Interrupted while the GPU Operator's resources were read");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ApplicationFailure ours ? ours : new IllegalStateException(e.getCause());
        }
    }

    /** Returns the present one, which runs once for all callers, or a new one. */
    private synchronized FutureTask<OperatorResources> current() {
        Instant now = clock.instant();
        Answer answer = latest.filter(known -> now.isBefore(known.asked().plus(KEEP)))
                .filter(known -> known.resources().state() != Future.State.FAILED)
                .orElseGet(() -> new Answer(
                        now, new FutureTask<>(() -> new OperatorResources(list(CLUSTER_POLICY), list(NVIDIA_DRIVER)))));
        latest = Optional.of(answer);
        return answer.resources();
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
