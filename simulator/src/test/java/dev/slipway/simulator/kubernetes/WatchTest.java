package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchTest {
    private static final String NODES = "/api/v1/nodes?watch=true";
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final RawClient client = fixture.client;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void showsACordonAsTwoModifications() throws Exception {
        try (Lines lines = watch(NODES + "&resourceVersion=" + revision())) {
            client.mergePatch("/api/v1/nodes/gpu-001", "{\"spec\":{\"unschedulable\":true}}");

            JsonNode first = lines.next();
            assertThat(first.path("type").asText()).isEqualTo("MODIFIED");
            assertThat(first.path("object").path("kind").asText()).isEqualTo("Node");
            assertThat(first.path("object").path("spec").has("taints")).isFalse();
            JsonNode second = lines.next();
            assertThat(second.path("type").asText()).isEqualTo("MODIFIED");
            assertThat(second.path("object")
                            .path("spec")
                            .path("taints")
                            .path(0)
                            .path("key")
                            .asText())
                    .isEqualTo("node.kubernetes.io/unschedulable");
        }
    }

    @Test
    void beginsWithWhatIsThereWhenNoRevisionIsNamed() throws Exception {
        try (Lines lines = watch(NODES + "&timeoutSeconds=1")) {
            assertThat(lines.next().path("type").asText()).isEqualTo("ADDED");
            assertThat(lines.next().path("object").path("metadata").path("name").asText())
                    .isEqualTo("gpu-002");
            assertThat(lines.end()).isTrue();
        }
    }

    @Test
    void endsWithABookmarkWhenItsTimeIsUp() throws Exception {
        String from = revision();
        try (Lines lines = watch(NODES + "&allowWatchBookmarks=true&timeoutSeconds=1&resourceVersion=" + from)) {
            JsonNode last = lines.next();
            assertThat(last.path("type").asText()).isEqualTo("BOOKMARK");
            assertThat(last.path("object")
                            .path("metadata")
                            .path("resourceVersion")
                            .asLong())
                    .isGreaterThanOrEqualTo(Long.parseLong(from));
            assertThat(lines.end()).isTrue();
        }
    }

    @Test
    void saysInsideTheStreamThatARevisionIsTooOld() throws Exception {
        String from = revision();
        cluster.addNamespace("more");
        cluster.compact();

        try (Lines lines = watch(NODES + "&resourceVersion=" + from)) {
            JsonNode error = lines.next();
            assertThat(error.path("type").asText()).isEqualTo("ERROR");
            assertThat(error.path("object").path("code").asInt()).isEqualTo(410);
            assertThat(error.path("object").path("reason").asText()).isEqualTo("Expired");
            assertThat(error.path("object").path("message").asText())
                    .startsWith("too old resource version: " + from + " (");
            assertThat(lines.end()).isTrue();
        }
    }

    @Test
    void isSilentAboutARevisionStillToCome() throws Exception {
        try (Lines lines = watch(NODES + "&timeoutSeconds=1&resourceVersion=99999999")) {
            assertThat(lines.end()).isTrue();
        }
    }

    @Test
    void replacesTheListWhenInitialEventsAreAsked() throws Exception {
        String query = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
        try (Lines lines = watch(NODES + query)) {
            lines.next();
            lines.next();
            JsonNode mark = lines.next();
            assertThat(mark.path("type").asText()).isEqualTo("BOOKMARK");
            assertThat(mark.at("/object/metadata/annotations")
                            .path("k8s.io/initial-events-end")
                            .asText())
                    .isEqualTo("true");
        }
        assertThat(client.get(NODES + "&sendInitialEvents=true").code()).isEqualTo(422);
    }

    @Test
    void deletesWhatNoLongerMatches() throws Exception {
        try (Lines lines = watch(NODES + "&labelSelector=zone%3Da&resourceVersion=" + revision())) {
            client.mergePatch("/api/v1/nodes/gpu-001", "{\"metadata\":{\"labels\":{\"zone\":\"a\"}}}");
            client.mergePatch("/api/v1/nodes/gpu-001", "{\"metadata\":{\"labels\":{\"zone\":\"b\"}}}");

            assertThat(lines.next().path("type").asText()).isEqualTo("ADDED");
            JsonNode gone = lines.next();
            assertThat(gone.path("type").asText()).isEqualTo("DELETED");
            assertThat(gone.at("/object/metadata/labels/zone").asText()).isEqualTo("a");
        }
    }

    @Test
    void breaksOffWhenCut() throws Exception {
        try (Lines lines = watch(NODES + "&resourceVersion=" + revision())) {
            cluster.cutWatches();
            assertThatThrownBy(lines::next).isInstanceOf(IOException.class);
        }
    }

    private String revision() throws Exception {
        return client.get("/api/v1/nodes")
                .json()
                .path("metadata")
                .path("resourceVersion")
                .asText();
    }

    private Lines watch(String path) throws Exception {
        return new Lines(new BufferedReader(new InputStreamReader(client.stream(path), StandardCharsets.UTF_8)));
    }

    /** The events of one stream. */
    private record Lines(BufferedReader reader) implements AutoCloseable {
        private static final ObjectMapper JSON = new ObjectMapper();

        JsonNode next() throws IOException {
            Optional<String> line = Optional.ofNullable(reader.readLine());
            return JSON.readTree(line.orElseThrow(() -> new IOException("the stream has ended")));
        }

        boolean end() throws IOException {
            return Optional.ofNullable(reader.readLine()).isEmpty();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
