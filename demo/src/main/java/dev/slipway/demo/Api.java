package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.starter.cli.ApiClient;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** Calls the starter's API for the demo as the command line does. */
final class Api {
    private final ApiClient starter;

    Api(String url, Path tokenFile) {
        starter = new ApiClient(URI.create(url), tokenFile);
    }

    JsonNode get(String path) {
        return starter.get(path, JsonNode.class).json();
    }

    JsonNode post(String path, Map<String, ?> body) {
        return starter.post(path, body, JsonNode.class).json();
    }
}
