package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Makes pods from the template of their owner, and templates from pods. */
public final class Templates {
    private Templates() {}

    public static ObjectNode pod(ObjectNode owner, ResourceType type, String name) {
        ObjectNode pod = Kube.object(Kube.namespace(owner), name);
        ObjectNode template = Kube.child(Kube.child(owner.deepCopy(), "spec"), "template");
        ObjectNode metadata = Kube.metadata(pod);
        metadata.set("labels", Kube.child(Kube.metadata(template), "labels"));
        metadata.set("annotations", Kube.child(Kube.metadata(template), "annotations"));
        pod.set("spec", Kube.child(template, "spec"));
        own(pod, owner, type);
        return pod;
    }

    public static void own(ObjectNode pod, ObjectNode owner, ResourceType type) {
        Kube.list(Kube.metadata(pod), "ownerReferences")
                .addObject()
                .put("apiVersion", type.apiVersion())
                .put("kind", type.kind())
                .put("name", Kube.name(owner))
                .put("uid", Kube.uid(owner))
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    public static ObjectNode of(ObjectNode pod) {
        ObjectNode template = Kube.object();
        ObjectNode metadata = template.putObject("metadata");
        ObjectNode source = Kube.metadata(pod.deepCopy());
        metadata.set("labels", Kube.child(source, "labels"));
        metadata.set("annotations", Kube.child(source, "annotations"));
        ObjectNode spec = Kube.child(pod.deepCopy(), "spec");
        spec.remove("nodeName");
        template.set("spec", spec);
        return template;
    }
}
