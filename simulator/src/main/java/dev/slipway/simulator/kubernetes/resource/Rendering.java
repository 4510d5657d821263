package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Turns stored objects into what the API shows; the stored objects stay untouched. */
public final class Rendering {
    private Rendering() {}

    /** Returns one object with its kind and version. */
    public static ObjectNode whole(ResourceType type, ObjectNode stored) {
        ObjectNode shown = Kube.object();
        shown.put("kind", type.kind());
        shown.put("apiVersion", type.apiVersion());
        shown.setAll(stored);
        return shown;
    }

    /** Returns a list; as with the real server its items carry no kind. */
    public static ObjectNode list(ResourceType type, long revision, List<ObjectNode> items) {
        ObjectNode list = Kube.object();
        list.put("kind", type.kind() + "List");
        list.put("apiVersion", type.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(revision));
        list.putArray("items").addAll(items);
        return list;
    }

    public static ObjectNode success(int code) {
        ObjectNode status = Kube.object();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success").put("code", code);
    }
}
