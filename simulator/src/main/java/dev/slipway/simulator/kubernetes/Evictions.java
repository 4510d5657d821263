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
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plays the eviction subresource: it checks the budgets, spends from them, and starts the pod's end. */
final class Evictions {
    private static final Set<String> VERSIONS = Set.of("", "policy/v1", "policy/v1beta1");
    private static final Set<String> UNGUARDED_PHASES = Set.of("Pending", "Succeeded", "Failed");

    private final StateLock state;
    private final ObjectStore store;
    private final Budgets budgets;
    private final Deletions deletions;
    private final BudgetQueue queue;

    /** Records what was removed, and by whom. */
    private final AuditLog log;

    /** Bundles the parts that an eviction touches. */
    record Collaborators(ObjectStore store, Budgets budgets, Deletions deletions, BudgetQueue queue, AuditLog log) {}

    Evictions(StateLock state, Collaborators collaborators) {
        this.state = state;
        this.store = collaborators.store();
        this.budgets = collaborators.budgets();
        this.deletions = collaborators.deletions();
        this.queue = collaborators.queue();
        this.log = collaborators.log();
    }

    /** Answers one eviction; waits in the budget's queue, so the state lock must not be held. */
    ObjectNode evict(Target target, ApiRequest request) {
        ObjectNode body = request.jsonObject();
        requireFit(target, body);
        Deletions.Options options = Deletions.Options.read(body.path("deleteOptions"), request);
        Optional<ObjectNode> toSpend = state.call(() -> tried(target, request, options.dryRun()));
        if (toSpend.isPresent() && !options.dryRun()) {
            waitForTurn(target, toSpend.get(), request);
        }
        return state.call(() -> decide(target, options, request));
    }

    private static void requireFit(Target target, ObjectNode body) {
        String kind = body.path("kind").asText("");
        if (!VERSIONS.contains(body.path("apiVersion").asText(""))
                || !Set.of("", "Eviction").contains(kind)) {
            throw ApiError.badRequest(kind + " in version \""
                    + body.path("apiVersion").asText("") + "\" cannot be handled as an Eviction");
        }
        if (!Kube.name(body).equals(target.name())) {
            throw ApiError.badRequest("name in URL does not match name in Eviction object");
        }
        String namespace = Kube.namespace(body);
        if (!namespace.isEmpty() && !namespace.equals(target.namespace())) {
            throw ApiError.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /** A refusal needs no turn in the queue; a spending from a budget does. */
    private Optional<ObjectNode> tried(Target target, ApiRequest request, boolean dryRun) {
        ObjectNode pod = store.get(ResourceType.PODS, target.namespace(), target.name());
        try {
            return budgetToSpend(pod);
        } catch (ApiError e) {
            if (!dryRun) {
                record(pod, request, e.code());
            }
            throw e;
        }
    }

    private void waitForTurn(Target target, ObjectNode budget, ApiRequest request) {
        try {
            queue.pass(Kube.key(budget), Kube.name(budget));
        } catch (ApiError e) {
            state.run(() -> store.find(ResourceType.PODS, Kube.key(target.namespace(), target.name()))
                    .ifPresent(pod -> record(pod, request, e.code())));
            throw e;
        }
    }

    private ObjectNode decide(Target target, Deletions.Options options, ApiRequest request) {
        ObjectNode pod = store.get(ResourceType.PODS, target.namespace(), target.name());
        Optional<EvictionEntry.BudgetGuard> guard = budgets.guard(pod);
        int code = 201;
        try {
            Optional<ObjectNode> toSpend = budgetToSpend(pod);
            if (!options.dryRun()) {
                toSpend.ifPresent(budget -> spend(budget, pod));
            }
            deletions.requirePreconditions(ResourceType.PODS, pod, options);
            if (!options.dryRun()) {
                start(pod, options);
            }
        } catch (ApiError e) {
            code = e.code();
            throw e;
        } finally {
            if (!options.dryRun()) {
                log.add(entry(pod, request, code, guard));
            }
        }
        return Rendering.success(201);
    }

    private void record(ObjectNode pod, ApiRequest request, int code) {
        log.add(entry(pod, request, code, budgets.guard(pod)));
    }

    private EvictionEntry entry(
            ObjectNode pod, ApiRequest request, int code, Optional<EvictionEntry.BudgetGuard> guard) {
        Instant now = store.clock().instant();
        return new EvictionEntry(now, "eviction", request.userAgent(), PodOnNode.of(pod), code, guard);
    }

    /** Returns the budget that must permit the eviction, already checked; empty if none applies. */
    private Optional<ObjectNode> budgetToSpend(ObjectNode pod) {
        String phase = pod.path("status").path("phase").asText("Pending");
        if (Kube.terminating(pod) || UNGUARDED_PHASES.contains(phase)) {
            return Optional.empty();
        }
        List<ObjectNode> covering = budgets.covering(pod);
        if (covering.size() > 1) {
            throw new ApiError(
                    500,
                    "",
                    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
        }
        if (covering.isEmpty() || unhealthyAndFree(covering.get(0), pod)) {
            return Optional.empty();
        }
        requireRoom(covering.get(0));
        return Optional.of(covering.get(0));
    }

    private static boolean unhealthyAndFree(ObjectNode budget, ObjectNode pod) {
        if (Budgets.healthy(pod)) {
            return false;
        }
        if (budget.path("spec").path("unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow")) {
            return true;
        }
        int healthy = budget.path("status").path("currentHealthy").asInt(0);
        int desired = budget.path("status").path("desiredHealthy").asInt(0);
        return desired > 0 && healthy >= desired;
    }

    private static void requireRoom(ObjectNode budget) {
        String name = Kube.name(budget);
        JsonNode status = budget.path("status");
        long observed = status.path("observedGeneration").asLong(0);
        if (observed < budget.path("metadata").path("generation").asLong(0)) {
            throw refused("The disruption budget " + name + " is still being processed by the server.")
                    .retryAfter(10);
        }
        if (status.path("disruptionsAllowed").asInt(0) <= 0) {
            throw refused(whyNone(name, status));
        }
    }

    private static String whyNone(String name, JsonNode status) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("reason").asText().equals("SyncFailed")) {
                return "The disruption budget " + name + " does not allow evicting pods currently because it failed"
                        + " sync: " + condition.path("message").asText();
            }
        }
        int healthy = status.path("currentHealthy").asInt();
        int desired = status.path("desiredHealthy").asInt();
        if (healthy <= desired) {
            return "The disruption budget " + name + " needs " + desired + " healthy pods and has " + healthy
                    + " currently";
        }
        return "The disruption budget " + name + " does not allow evicting pods currently";
    }

    private static ApiError refused(String cause) {
        String message = "Cannot evict pod as it would violate the pod's disruption budget.";
        return new ApiError(429, "TooManyRequests", message).because("DisruptionBudget", cause);
    }

    private void spend(ObjectNode budget, ObjectNode pod) {
        ObjectNode next = budget.deepCopy();
        ObjectNode status = Kube.child(next, "status");
        status.put("disruptionsAllowed", status.path("disruptionsAllowed").asInt() - 1);
        Kube.child(status, "disruptedPods")
                .put(Kube.name(pod), Kube.time(store.clock().instant()));
        store.replace(ResourceType.BUDGETS, budget, next);
    }

    private void start(ObjectNode pod, Deletions.Options options) {
        if (Kube.terminating(pod)) {
            return;
        }
        ObjectNode next = pod.deepCopy();
        Kube.setCondition(
                next,
                new Kube.Condition("DisruptionTarget", "True", "EvictionByEvictionAPI", "Eviction API: evicting"),
                store.clock().instant());
        deletions.delete(ResourceType.PODS, store.replace(ResourceType.PODS, pod, next), options);
    }
}
