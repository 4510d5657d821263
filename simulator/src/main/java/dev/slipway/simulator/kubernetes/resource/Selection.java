package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.JsonNode;

/** Selects the objects of a kind for a list or watch. */
public record Selection(ResourceType type, String namespace, LabelSelector labels, FieldSelector fields) {

    public static Selection of(Target target, ApiRequest request) {
        return new Selection(
                target.type(),
                target.namespace(),
                LabelSelector.parse(request.query("labelSelector")),
                FieldSelector.parse(target.type(), request.query("fieldSelector")));
    }

    public boolean matches(JsonNode object) {
        return (namespace.isEmpty() || Kube.namespace(object).equals(namespace))
                && labels.matches(Kube.labels(object))
                && fields.matches(object);
    }
}
