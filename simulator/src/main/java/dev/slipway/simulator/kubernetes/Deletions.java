package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.Rendering;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.Target;
import java.time.Instant;
import java.util.Optional;

/** Deletes objects: pods gracefully, objects with finalizers when those are gone. Calls hold the state lock. */
final class Deletions {
    private final ObjectStore store;

    /** Holds a caller's request for one deletion. */
    record Options(Optional<Long> graceSeconds, String uid, String revision, boolean dryRun) {
        static Options none() {
            return new Options(Optional.empty(), "", "", false);
        }

        static Options read(JsonNode body, ApiRequest request) {
            JsonNode preconditions = body.path("preconditions");
            boolean dryRun = request.dryRun();
            for (JsonNode mode : body.path("dryRun")) {
                if (!mode.asText().equals("All")) {
                    throw ApiError.badRequest("invalid dryRun value " + mode);
                }
                dryRun = true;
            }
            return new Options(
                    grace(body, request),
                    preconditions.path("uid").asText(""),
                    preconditions.path("resourceVersion").asText(""),
                    dryRun);
        }

        private static Optional<Long> grace(JsonNode body, ApiRequest request) {
            if (body.path("gracePeriodSeconds").isIntegralNumber()) {
                return Optional.of(body.path("gracePeriodSeconds").asLong());
            }
            return request.query("gracePeriodSeconds").isEmpty()
                    ? Optional.empty()
                    : Optional.of(request.number("gracePeriodSeconds", 0));
        }
    }

    Deletions(ObjectStore store) {
        this.store = store;
    }

    /** Deletes one object through the API; answers what the client sees. */
    ObjectNode delete(Target target, Options options) {
        ResourceType type = target.type();
        ObjectNode before = store.get(type, target.namespace(), target.name());
        requirePreconditions(type, before, options);
        if (options.dryRun()) {
            return Rendering.whole(type, before);
        }
        ObjectNode last = delete(type, before, options);
        if (type == ResourceType.PODS || store.find(type, Kube.key(before)).isPresent()) {
            return Rendering.whole(type, last);
        }
        ObjectNode status = Rendering.success(200);
        status.remove("code");
        ObjectNode details = status.putObject("details");
        details.put("name", Kube.name(before)).put("kind", type.plural()).put("uid", Kube.uid(before));
        return status;
    }

    /** Deletes an object that was looked up; safe to repeat for one that is already on its way. */
    ObjectNode delete(ResourceType type, ObjectNode before, Options options) {
        long grace = type == ResourceType.PODS ? grace(before, options) : 0;
        boolean finalizers = !before.path("metadata").path("finalizers").isEmpty();
        if (grace == 0 && !finalizers) {
            return store.remove(type, before);
        }
        boolean shorter = grace
                < before.path("metadata").path("deletionGracePeriodSeconds").asLong(Long.MAX_VALUE);
        if (Kube.terminating(before) && !shorter) {
            return before;
        }
        Instant now = store.clock().instant();
        ObjectNode next = before.deepCopy();
        Kube.metadata(next)
                .put("deletionTimestamp", Kube.time(now.plusSeconds(grace)))
                .put("deletionGracePeriodSeconds", grace);
        return store.replace(type, before, next);
    }

    private static long grace(ObjectNode pod, Options options) {
        String phase = pod.path("status").path("phase").asText();
        boolean ended = phase.equals("Succeeded") || phase.equals("Failed");
        boolean neverRan = pod.path("spec").path("nodeName").asText("").isEmpty();
        if (ended || neverRan) {
            return 0;
        }
        return options.graceSeconds()
                .orElse(pod.path("spec").path("terminationGracePeriodSeconds").asLong(30));
    }

    void requirePreconditions(ResourceType type, ObjectNode before, Options options) {
        if (!options.uid().isEmpty() && !options.uid().equals(Kube.uid(before))) {
            throw refused(type, before, "UID", options.uid(), Kube.uid(before));
        }
        String revision = Long.toString(Kube.revision(before));
        if (!options.revision().isEmpty() && !options.revision().equals(revision)) {
            throw refused(type, before, "ResourceVersion", options.revision(), revision);
        }
    }

    private static ApiError refused(ResourceType type, ObjectNode before, String what, String asked, String present) {
        String name = Kube.name(before);
        ApiError error = new ApiError(
                409,
                "Conflict",
                "Operation cannot be fulfilled on " + type.kind() + " \"" + name + "\": the " + what
                        + " in the precondition (" + asked + ") does not match the " + what + " in record ("
                        + present + "). The object might have been deleted and then recreated");
        error.details().put("name", name).put("kind", type.kind());
        return error;
    }

    /** Finishes the deletion: the kubelet or a collector reports that nothing of the pod is left. */
    void finish(ObjectNode pod) {
        if (pod.path("metadata").path("finalizers").isEmpty()) {
            store.remove(ResourceType.PODS, pod);
        } else if (pod.path("metadata").path("deletionGracePeriodSeconds").asLong() != 0) {
            ObjectNode next = pod.deepCopy();
            Kube.metadata(next).put("deletionGracePeriodSeconds", 0);
            store.replace(ResourceType.PODS, pod, next);
        }
    }

    /** Removes an object whose last finalizer was just taken off. */
    void removeIfReleased(ResourceType type, ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        boolean due = Kube.terminating(object)
                && metadata.path("finalizers").isEmpty()
                && metadata.path("deletionGracePeriodSeconds").asLong(0) == 0;
        if (due && store.find(type, Kube.key(object)).isPresent()) {
            store.remove(type, object);
        }
    }
}
