package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.Target;
import dev.slipway.simulator.kubernetes.spec.Denied;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Decides who may do what: one account that may do everything but what is denied. */
final class Rights {
    private static final String USER = "system:serviceaccount:slipway:slipway";

    private final SimulatedKubernetesOptions.Access access;
    private final List<Denied> denied;

    Rights(SimulatedKubernetesOptions.Access access) {
        this.access = access;
        this.denied = new CopyOnWriteArrayList<>(access.denied());
    }

    void deny(Denied right) {
        denied.add(right);
    }

    void allowEverything() {
        denied.clear();
    }

    void authenticate(ApiRequest request) {
        String shown = request.header("authorization");
        boolean known = shown.equals("Bearer " + access.token());
        if (!known && !(shown.isEmpty() && access.anonymous())) {
            throw new ApiError(401, "Unauthorized", "Unauthorized");
        }
    }

    void authorize(String verb, Target target) {
        if (allows(verb, target.resource())) {
            return;
        }
        ResourceType type = target.type();
        String name = target.name().isEmpty() ? "" : " \"" + target.name() + "\"";
        String scope = target.namespace().isEmpty()
                ? " at the cluster scope"
                : " in the namespace \"" + target.namespace() + "\"";
        throw new ApiError(
                        403,
                        "Forbidden",
                        type.qualified() + name + " is forbidden: User \"" + USER + "\" cannot " + verb
                                + " resource \"" + target.resource() + "\" in API group \"" + type.group() + "\""
                                + scope)
                .about(type, target.name());
    }

    boolean allows(String verb, String resource) {
        return denied.stream().noneMatch(right -> right.covers(verb, resource));
    }

    /** Answers a SelfSubjectAccessReview as {@link #authorize} would. */
    ObjectNode review(ObjectNode review) {
        JsonNode asked = review.path("spec").path("resourceAttributes");
        if (!asked.isObject()
                && !review.path("spec").path("nonResourceAttributes").isObject()) {
            throw new ApiError(
                    422,
                    "Invalid",
                    "SelfSubjectAccessReview.authorization.k8s.io \"\" is invalid: spec.resourceAttributes: Invalid"
                            + " value: exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
        String part = asked.path("subresource").asText("");
        String resource = asked.path("resource").asText("") + (part.isEmpty() ? "" : "/" + part);
        boolean allowed = !asked.isObject() || allows(asked.path("verb").asText(""), resource);
        ObjectNode answer = review.deepCopy();
        answer.put("kind", "SelfSubjectAccessReview").put("apiVersion", "authorization.k8s.io/v1");
        answer.putObject("status").put("allowed", allowed);
        return answer;
    }
}
