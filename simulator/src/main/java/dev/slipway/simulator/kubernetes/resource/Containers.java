package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Keeps {@code status.containerStatuses} in step with what a kubelet does. */
public final class Containers {
    private Containers() {}

    public static void started(ObjectNode pod) {
        ArrayNode before = Kube.list(Kube.child(pod, "status"), "containerStatuses");
        if (!before.isEmpty()) {
            return;
        }
        for (JsonNode container : pod.path("spec").path("containers")) {
            before.addObject()
                    .put("name", container.path("name").asText())
                    .put("image", container.path("image").asText())
                    .put("imageID", "")
                    .put("restartCount", 0)
                    .put("started", true)
                    .put("ready", false)
                    .putObject("state")
                    .putObject("running");
        }
    }

    public static void setWaiting(ObjectNode pod, String reason, String message) {
        started(pod);
        each(pod, status -> {
            status.put("started", false);
            ObjectNode state = status.putObject("state");
            state.putObject("waiting").put("reason", reason).put("message", message);
        });
    }

    public static void ended(ObjectNode pod, int code) {
        each(pod, status -> {
            ObjectNode state = status.putObject("state");
            state.putObject("terminated").put("exitCode", code).put("reason", code == 0 ? "Completed" : "Error");
        });
    }

    public static void ready(ObjectNode pod, boolean ready) {
        each(pod, status -> status.put("ready", ready));
    }

    public static void restarted(ObjectNode pod) {
        each(
                pod,
                status -> status.put("restartCount", status.path("restartCount").asInt() + 1));
    }

    private static void each(ObjectNode pod, java.util.function.Consumer<ObjectNode> edit) {
        for (JsonNode status : pod.path("status").path("containerStatuses")) {
            if (status instanceof ObjectNode fields) {
                edit.accept(fields);
            }
        }
    }
}
