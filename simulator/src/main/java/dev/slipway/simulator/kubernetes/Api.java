package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import dev.slipway.simulator.kubernetes.resource.Discovery;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.Selection;
import dev.slipway.simulator.kubernetes.resource.Target;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Answers one request as the API server would: who requests it, may they, what is it about, what is done. */
final class Api {
    private static final Duration FUTURE_WAIT = Duration.ofSeconds(3);
    private static final Set<String> PROBES = Set.of("/healthz", "/livez", "/readyz");
    private static final Set<String> REVIEWS = Set.of("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews");
    private static final Set<String> ELSEWHERE = Set.of("exec", "attach", "portforward", "proxy", "binding");

    private final Cluster cluster;
    private final Rights rights;
    private final Reads reads;
    private final Writes writes;

    Api(Cluster cluster, Rights rights) {
        this.cluster = cluster;
        this.rights = rights;
        this.reads = new Reads(cluster.store, cluster.pods);
        this.writes = new Writes(cluster.store, cluster.deletions);
    }

    /** Returns the verb that rights, faults and the audit log know a request by. */
    static String verb(ApiRequest request) {
        Optional<Target> target = Target.parse(request.path());
        boolean collection = target.isPresent() && target.get().collection();
        return switch (request.method()) {
            case "GET" -> collection ? (request.watch() ? "watch" : "list") : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> request.method().toLowerCase(java.util.Locale.ROOT);
        };
    }

    ApiAnswer answer(ApiRequest request) {
        try {
            return served(request);
        } catch (ApiError e) {
            return ApiAnswer.of(e);
        }
    }

    private ApiAnswer served(ApiRequest request) {
        if (PROBES.contains(request.path())) {
            return ApiAnswer.text(200, "ok");
        }
        rights.authenticate(request);
        if (REVIEWS.contains(request.path()) && request.method().equals("POST")) {
            return ApiAnswer.json(201, rights.review(request.jsonObject()));
        }
        Optional<ObjectNode> discovery = Discovery.answer(request.path(), cluster.operatorInstalled);
        if (discovery.isPresent()) {
            requireGet(request);
            return ApiAnswer.json(200, discovery.get());
        }
        Target target = Target.parse(request.path()).orElseThrow(ApiError::noSuchPath);
        rights.authorize(verb(request), target);
        requireKnown(target);
        return target.collection() ? collection(target, request) : item(target, request);
    }

    private static void requireGet(ApiRequest request) {
        if (!request.method().equals("GET")) {
            throw ApiError.methodNotAllowed();
        }
    }

    private void requireKnown(Target target) {
        if (target.type().custom() && !cluster.operatorInstalled) {
            throw ApiError.noSuchPath();
        }
        String sub = target.subresource();
        boolean status = sub.equals("status") && target.type().hasStatus();
        boolean eviction = sub.equals("eviction") && target.type() == ResourceType.PODS;
        boolean log = sub.equals("log") && target.type() == ResourceType.PODS;
        if (sub.isEmpty() || status || eviction || log) {
            return;
        }
        if (target.type() == ResourceType.PODS && ELSEWHERE.contains(sub)) {
            throw ApiError.notImplemented("pods/" + sub);
        }
        throw ApiError.noSuchPath();
    }

    private ApiAnswer collection(Target target, ApiRequest request) {
        return switch (verb(request)) {
            case "list" -> list(target, request);
            case "watch" -> {
                Selection selection = Selection.of(target, request);
                yield new ApiAnswer.Stream(cluster.state.call(() -> cluster.watches.open(selection, request)));
            }
            case "create" -> {
                ObjectNode body = request.jsonObject();
                yield ApiAnswer.json(201, cluster.state.call(() -> writes.create(target, body, request.dryRun())));
            }
            default -> throw ApiError.methodNotAllowed();
        };
    }

    private ApiAnswer list(Target target, ApiRequest request) {
        Selection selection = Selection.of(target, request);
        requireReached(request);
        ObjectNode list = cluster.state.call(() -> reads.list(selection, request));
        return ApiAnswer.json(200, Tables.wanted(request) ? Tables.of(target.type(), list) : list);
    }

    /** A revision that is still to come is waited for, as the real server does, and then refused. */
    private void requireReached(ApiRequest request) {
        long asked = request.number("resourceVersion", 0);
        if (asked <= cluster.state.call(cluster.store::revision)) {
            return;
        }
        cluster.time.pause(FUTURE_WAIT);
        long present = cluster.state.call(cluster.store::revision);
        if (asked > present) {
            throw new ApiError(
                            504, "Timeout", "Timeout: Too large resource version: " + asked + ", current: " + present)
                    .because("ResourceVersionTooLarge", "Too large resource version")
                    .retryAfter(1);
        }
    }

    private ApiAnswer item(Target target, ApiRequest request) {
        if (target.subresource().equals("eviction")) {
            if (!request.method().equals("POST")) {
                throw ApiError.methodNotAllowed();
            }
            return ApiAnswer.json(201, cluster.evictions.evict(target, request));
        }
        if (target.subresource().equals("log")) {
            requireGet(request);
            ObjectNode pod =
                    cluster.state.call(() -> cluster.store.get(target.type(), target.namespace(), target.name()));
            return ApiAnswer.text(200, cluster.podLogs.getOrDefault(Kube.uid(pod), ""));
        }
        return switch (request.method()) {
            case "GET" -> get(target, request);
            case "PUT" -> {
                ObjectNode body = request.jsonObject();
                yield ApiAnswer.json(200, cluster.state.call(() -> writes.update(target, body, request.dryRun())));
            }
            case "PATCH" -> ApiAnswer.json(200, cluster.state.call(() -> writes.patch(target, request)));
            case "DELETE" -> delete(target, request);
            default -> throw ApiError.methodNotAllowed();
        };
    }

    private ApiAnswer get(Target target, ApiRequest request) {
        if (request.watch()) {
            throw ApiError.badRequest("a watch of one object is asked of its collection, with a field selector");
        }
        requireReached(request);
        ObjectNode found = cluster.state.call(() -> reads.get(target));
        return ApiAnswer.json(200, Tables.wanted(request) ? Tables.ofOne(target.type(), found) : found);
    }

    private ApiAnswer delete(Target target, ApiRequest request) {
        if (!target.subresource().isEmpty()) {
            throw ApiError.methodNotAllowed();
        }
        ObjectNode body = request.body().isBlank() ? Kube.object() : request.jsonObject();
        Deletions.Options options = Deletions.Options.read(body, request);
        return ApiAnswer.json(200, cluster.state.call(() -> {
            noteDeletion(target, options, request);
            return cluster.deletions.delete(target, options);
        }));
    }

    /** A pod that is deleted outright passes its budget by; the log must show it. */
    private void noteDeletion(Target target, Deletions.Options options, ApiRequest request) {
        if (target.type() == ResourceType.PODS && !options.dryRun()) {
            cluster.store
                    .find(ResourceType.PODS, Kube.key(target.namespace(), target.name()))
                    .filter(pod -> options.uid().isEmpty() || options.uid().equals(Kube.uid(pod)))
                    .ifPresent(pod -> cluster.removals.note(pod, "delete", request.userAgent()));
        }
    }
}
