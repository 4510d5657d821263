package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;

/** Holds one request as it came over the wire; header names are in lower case. */
public record ApiRequest(
        String method, String path, Map<String, String> query, Map<String, String> headers, String body) {

    public String query(String name) {
        return query.getOrDefault(name, "");
    }

    public boolean flag(String name) {
        String value = query(name).toLowerCase(Locale.ROOT);
        return value.equals("true") || value.equals("1");
    }

    /** Returns a number in the query, or the fallback if it is absent; anything else is a bad request. */
    public long number(String name, long fallback) {
        String value = query(name);
        if (value.isEmpty()) {
            return fallback;
        }
        if (!value.matches("[0-9]{1,18}")) {
            throw ApiError.badRequest("invalid value \"" + value + "\" for " + name);
        }
        return Long.parseLong(value);
    }

    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    public String userAgent() {
        return header("user-agent");
    }

    /** Returns the media type without its parameters. */
    public String contentType() {
        return header("content-type").split(";", 2)[0].strip();
    }

    public boolean dryRun() {
        String value = query("dryRun");
        if (!value.isEmpty() && !value.equals("All")) {
            throw ApiError.badRequest("invalid dryRun value \"" + value + "\": supported values: \"All\"");
        }
        return !value.isEmpty();
    }

    public boolean watch() {
        return flag("watch");
    }

    public ApiRequest withQuery(String name, String value) {
        Map<String, String> more = new java.util.HashMap<>(query);
        more.put(name, value);
        return new ApiRequest(method, path, Map.copyOf(more), headers, body);
    }

    public JsonNode json() {
        String type = contentType();
        if (!type.isEmpty() && !type.endsWith("json") && !type.equals("application/x-www-form-urlencoded")) {
            throw ApiError.unsupportedMediaType(type);
        }
        try {
            JsonNode read = Kube.JSON.readTree(body);
            if (read == null || read.isMissingNode()) {
                throw ApiError.badRequest("the body of the request is empty");
            }
            return read;
        } catch (JsonProcessingException e) {
            ApiError error = ApiError.badRequest("the object provided is unrecognized: " + e.getOriginalMessage());
            error.initCause(e);
            throw error;
        }
    }

    public ObjectNode jsonObject() {
        if (json() instanceof ObjectNode object) {
            return object;
        }
        throw ApiError.badRequest("the object provided is unrecognized: not a JSON object");
    }
}
