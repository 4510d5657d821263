package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.Rendering;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.StrategicMerge;
import dev.slipway.simulator.kubernetes.resource.Target;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.util.List;
import java.util.Optional;

/** Serves create, update and patch, with the checks that a client can meet. Calls hold the state lock. */
final class Writes {
    private static final List<String> SERVER_OWNED =
            List.of("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation");

    private final ObjectStore store;
    private final Deletions deletions;

    Writes(ObjectStore store, Deletions deletions) {
        this.store = store;
        this.deletions = deletions;
    }

    ObjectNode create(Target target, ObjectNode body, boolean dryRun) {
        ResourceType type = target.type();
        requireKind(type, body);
        ObjectNode wanted = body.deepCopy();
        locate(target, wanted);
        Admission.prepare(type, wanted);
        Admission.check(type, wanted, Optional.empty());
        if (dryRun) {
            if (store.all(type).containsKey(Kube.key(wanted))) {
                throw ApiError.exists(type, Kube.name(wanted));
            }
            return Rendering.whole(type, store.prepared(type, wanted));
        }
        return Rendering.whole(type, store.create(type, wanted));
    }

    private void locate(Target target, ObjectNode wanted) {
        ObjectNode metadata = Kube.metadata(wanted);
        if (target.type().namespaced()) {
            requireNamespace(target, wanted);
            metadata.put("namespace", target.namespace());
        } else {
            metadata.remove("namespace");
        }
        String prefix = metadata.path("generateName").asText("");
        if (Kube.name(wanted).isEmpty() && !prefix.isEmpty()) {
            metadata.put("name", prefix + store.identities().suffix());
        }
        if (Kube.name(wanted).isEmpty()) {
            throw ApiError.invalid(
                    target.type(), "", "metadata.name: Required value: name or generateName is required");
        }
    }

    private void requireNamespace(Target target, ObjectNode wanted) {
        if (target.namespace().isEmpty()) {
            throw ApiError.methodNotAllowed();
        }
        String named = Kube.namespace(wanted);
        if (!named.isEmpty() && !named.equals(target.namespace())) {
            throw ApiError.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the" + " request");
        }
        store.get(ResourceType.NAMESPACES, "", target.namespace());
    }

    private static void requireKind(ResourceType type, ObjectNode body) {
        String kind = body.path("kind").asText("");
        String apiVersion = body.path("apiVersion").asText("");
        boolean kindFits = kind.isEmpty() || kind.equals(type.kind());
        boolean versionFits = apiVersion.isEmpty() || apiVersion.equals(type.apiVersion());
        if (!kindFits || !versionFits) {
            throw ApiError.badRequest(
                    kind + " in version \"" + apiVersion + "\" cannot be handled as a " + type.kind());
        }
    }

    ObjectNode update(Target target, ObjectNode body, boolean dryRun) {
        requireKind(target.type(), body);
        if (!Kube.name(body).equals(target.name())) {
            throw ApiError.badRequest("the name of the object (" + Kube.name(body) + ") does not match the name on the"
                    + " URL (" + target.name() + ")");
        }
        ObjectNode before = store.get(target.type(), target.namespace(), target.name());
        return replace(target, before, body, dryRun);
    }

    ObjectNode patch(Target target, ApiRequest request) {
        ObjectNode before = store.get(target.type(), target.namespace(), target.name());
        ObjectNode shown = Rendering.whole(target.type(), before);
        return replace(target, before, patched(target, shown, request), request.dryRun());
    }

    private static ObjectNode patched(Target target, ObjectNode shown, ApiRequest request) {
        JsonNode patch = request.json();
        JsonNode result = switch (request.contentType()) {
            case "application/merge-patch+json" -> StrategicMerge.merge(shown, patch);
            case "application/strategic-merge-patch+json" -> StrategicMerge.apply(shown, request.jsonObject());
            case "application/json-patch+json" -> jsonPatch(target, shown, patch);
            default -> throw ApiError.unsupportedMediaType(request.contentType());
        };
        if (result instanceof ObjectNode object) {
            return object;
        }
        throw ApiError.badRequest("the patch does not leave a JSON object");
    }

    private static JsonNode jsonPatch(Target target, ObjectNode shown, JsonNode patch) {
        try {
            return JsonPatch.apply(patch, shown.deepCopy());
        } catch (JsonPatchException e) {
            ApiError error = ApiError.invalid(
                    target.type(), target.name(), "the server rejected our request due to an error in our request");
            error.initCause(e);
            throw error;
        }
    }

    private ObjectNode replace(Target target, ObjectNode before, ObjectNode wanted, boolean dryRun) {
        ResourceType type = target.type();
        requireSame(type, before, wanted);
        ObjectNode next = merged(target, before, wanted);
        Admission.check(type, next, Optional.of(before));
        if (dryRun) {
            return Rendering.whole(type, next);
        }
        ObjectNode stored = store.replace(type, before, next);
        deletions.removeIfReleased(type, stored);
        return Rendering.whole(type, stored);
    }

    private static void requireSame(ResourceType type, ObjectNode before, ObjectNode wanted) {
        JsonNode metadata = wanted.path("metadata");
        String name = metadata.path("name").asText(Kube.name(before));
        String namespace = metadata.path("namespace").asText(Kube.namespace(before));
        if (!name.equals(Kube.name(before)) || !namespace.equals(Kube.namespace(before))) {
            throw ApiError.badRequest("the name of the object does not match the name on the URL");
        }
        String uid = metadata.path("uid").asText("");
        if (!uid.isEmpty() && !uid.equals(Kube.uid(before))) {
            throw new ApiError(
                            409,
                            "Conflict",
                            "Operation cannot be fulfilled on " + type.qualified() + " \"" + name
                                    + "\": StorageError: invalid object, Code: 4, Precondition failed: UID in"
                                    + " precondition: " + uid + ", UID in object meta: " + Kube.uid(before))
                    .about(type, name);
        }
        String revision = metadata.path("resourceVersion").asText("");
        if (!revision.isEmpty() && !revision.equals(Long.toString(Kube.revision(before)))) {
            throw ApiError.conflict(type, name);
        }
    }

    /** Merges a write: one to the object does not change its status, one to the status does not change the rest. */
    private static ObjectNode merged(Target target, ObjectNode before, ObjectNode wanted) {
        ObjectNode next = wanted.deepCopy();
        next.remove("kind");
        next.remove("apiVersion");
        boolean statusOnly = target.subresource().equals("status");
        if (statusOnly) {
            next.retain("metadata", "status");
            before.properties().forEach(field -> {
                if (!field.getKey().equals("status") && !field.getKey().equals("metadata")) {
                    next.set(field.getKey(), field.getValue());
                }
            });
        } else if (target.type().hasStatus()) {
            keep(next, before, "status");
        }
        ObjectNode metadata = Kube.metadata(next);
        metadata.remove("managedFields");
        for (String field : SERVER_OWNED) {
            keep(metadata, Kube.metadata(before), field);
        }
        keep(metadata, Kube.metadata(before), "resourceVersion");
        keep(metadata, Kube.metadata(before), "name");
        keep(metadata, Kube.metadata(before), "namespace");
        return next;
    }

    private static void keep(ObjectNode next, ObjectNode before, String field) {
        JsonNode value = before.get(field);
        if (value == null) {
            next.remove(field);
        } else {
            next.set(field, value);
        }
    }
}
