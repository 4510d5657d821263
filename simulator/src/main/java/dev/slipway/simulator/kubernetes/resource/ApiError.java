package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Is a refusal, as the status code and the {@code Status} object a client sees. */
public final class ApiError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient ObjectNode status;

    public ApiError(int code, String reason, String message) {
        super(message);
        this.code = code;
        this.status = Kube.object();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure").put("message", message);
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        status.put("code", code);
    }

    public static ApiError badRequest(String message) {
        return new ApiError(400, "BadRequest", message);
    }

    public static ApiError noSuchPath() {
        return new ApiError(404, "NotFound", "the server could not find the requested resource");
    }

    public static ApiError notFound(ResourceType type, String name) {
        return new ApiError(404, "NotFound", type.qualified() + " \"" + name + "\" not found").about(type, name);
    }

    public static ApiError methodNotAllowed() {
        return new ApiError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }

    public static ApiError exists(ResourceType type, String name) {
        return new ApiError(409, "AlreadyExists", type.qualified() + " \"" + name + "\" already exists")
                .about(type, name);
    }

    public static ApiError conflict(ResourceType type, String name) {
        String why = "the object has been modified; please apply your changes to the latest version and try again";
        return new ApiError(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on " + type.qualified() + " \"" + name + "\": " + why)
                .about(type, name);
    }

    public static ApiError invalid(ResourceType type, String name, String problem) {
        ApiError error = new ApiError(422, "Invalid", type.kind() + " \"" + name + "\" is invalid: " + problem);
        error.details().put("name", name).put("group", type.group()).put("kind", type.kind());
        return error;
    }

    public static ApiError expired(String message) {
        return new ApiError(410, "Expired", message);
    }

    public static ApiError notImplemented(String what) {
        return new ApiError(501, "NotImplemented", "this simulated server does not play " + what);
    }

    public static ApiError unsupportedMediaType(String type) {
        return new ApiError(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: application/json,"
                        + " application/json-patch+json, application/merge-patch+json,"
                        + " application/strategic-merge-patch+json; got: " + type);
    }

    public ApiError about(ResourceType type, String name) {
        ObjectNode details = details();
        details.put("name", name);
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        details.put("kind", type.plural());
        return this;
    }

    public ApiError because(String cause, String message) {
        Kube.list(details(), "causes").addObject().put("reason", cause).put("message", message);
        return this;
    }

    public ApiError retryAfter(int seconds) {
        details().put("retryAfterSeconds", seconds);
        return this;
    }

    public int code() {
        return code;
    }

    public ObjectNode status() {
        return status;
    }

    public ObjectNode details() {
        return Kube.child(status, "details");
    }

    public int retryAfterSeconds() {
        return status.path("details").path("retryAfterSeconds").asInt(0);
    }
}
