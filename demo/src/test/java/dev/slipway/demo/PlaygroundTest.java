package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the playground prints can be typed, and does what it says. */
class PlaygroundTest {
    private static final int COLUMNS = 80;
    /** What README.md says of the way to the guide. */
    private static final Set<String> BESIDE_THE_GUIDE =
            Set.of("./slipway up --demo", "temporal", "lab/install temporal");

    private static final String COMMAND = " {5}\\./slipway [a-z]+( [\\w-]+| '[^']+')*";

    @TempDir
    Path folder;

    private static String does(Playground playground, String... words) {
        return new CommandLine(
                        playground.site().starter().url(),
                        playground.site().config().site().starter().tokenFile())
                .says(words);
    }

    /** The folder of the guide is the longest that a playground may have below {@code /tmp}. */
    private void fitsATerminalWithEachCommandOnALineOfItsOwn(String guide) {
        String longest = Playground.FOLDER + Long.toUnsignedString(-1);

        assertThat(guide.replace(folder.toString(), "/tmp/" + longest).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS))
                .noneMatch(line -> line.endsWith(")"));
        assertThat(guide.lines().filter(line -> line.contains("./slipway")))
                .hasSizeGreaterThan(8)
                .allMatch(line -> line.matches(COMMAND));
    }

    @Test
    void eachThingToTryWorks() throws Exception {
        try (Playground playground = Playground.start(folder, true, System.getenv())) {
            String guide = playground.guide();
            String secret = Files.readString(
                            playground.site().config().site().starter().tokenFile())
                    .strip();
            assertThat(guide)
                    .contains(secret, playground.site().starter().url())
                    .contains("./slipway retry gpu-002 --reason", "rollout pause try")
                    .contains("Temporal UI  none: no Temporal binary is here")
                    .as("nothing is to be tried in a UI that is not there")
                    .doesNotContain("name `retry`", "8233");
            assertThat(playground.site().starter().port())
                    .as("any free port: whoever listens where a starter would keeps no one from trying")
                    .isNotEqualTo(playground
                            .site()
                            .config()
                            .site()
                            .starter()
                            .address()
                            .port());
            fitsATerminalWithEachCommandOnALineOfItsOwn(guide);

            StatusTruth.holdsAt(playground.site());
            assertThat(does(playground, "status"))
                    .containsPattern("gpu-002 +image-drift +DECISION")
                    .doesNotContain("http", "/workflows/");
            assertThat(does(playground, "node", "show", "gpu-002")).contains("demo/gpu-002", "DECISION");
            assertThat(does(playground, "retry", "gpu-002", "--reason", "evictions are granted again"))
                    .contains("retry accepted");
            NodeRef retried = new NodeRef("demo", "gpu-002");
            Stage.until(
                    () -> !playground
                            .site()
                            .ledger()
                            .outcomes()
                            .ofNode(retried, 1)
                            .isEmpty(),
                    "the retried run");
            assertThat(playground
                            .site()
                            .ledger()
                            .outcomes()
                            .ofNode(retried, 1)
                            .getFirst()
                            .outcome())
                    .isEqualTo(Outcome.CONVERGED);

            String check =
                    does(playground, "drift", "check", "--fleet", "demo").replaceAll("(?s).*--from (\\S+) .*", "$1");
            assertThat(does(playground, "rollout", "start", "--from", check, "--change", "try", "--reason", "try it"))
                    .contains("rollout try runs over 7 nodes");
            assertThat(does(playground, "rollout", "pause", "try", "--reason", "look at the canary"))
                    .contains("try: ");
            assertThat(does(playground, "rollout", "list")).containsPattern("try +demo +7 ");
            assertThat(does(playground, "rollout", "status", "try")).contains("rollout try");
            assertThat(does(playground, "rollout", "resume", "try", "--reason", "it is well"))
                    .contains("try: ");

            JsonNode alert =
                    new ObjectMapper().readTree(folder.resolve("alert.json").toFile());
            JsonNode taken = playground
                    .site()
                    .api()
                    .post(
                            "/api/v1/alerts",
                            new ObjectMapper().convertValue(alert, new TypeReference<Map<String, Object>>() {}));
            assertThat(taken.path("results").path(0).path("verdict").asText()).isEqualTo("proposed");
            assertThat(does(playground, "status"))
                    .contains("proposed by an alert: gpu-012")
                    .contains("slipway run gpu-fault-rma --node demo/gpu-012");
        }
    }

    /** The guide of a site whose Temporal has a UI: README.md tells the same, and what it says of the UI works. */
    @Test
    @Tag("dev-server")
    void readmeTellsWhatTheGuideDoesAndTheUpdateInItIsTaken() throws Exception {
        try (Playground playground = Playground.start(folder, false, System.getenv())) {
            String guide = playground.guide();
            fitsATerminalWithEachCommandOnALineOfItsOwn(guide);
            String words = guide.replaceAll("\\s+", " ");
            assertThat(words).contains("Temporal UI http://127.0.0.1:");
            assertThat(toTry())
                    .hasSizeGreaterThan(6)
                    .allSatisfy(said -> assertThat(words).contains(said));

            Matcher data = Pattern.compile("\\{\"name\":.*}").matcher(guide);
            assertThat(data.find()).as(guide).isTrue();
            NodeRef waits = new NodeRef("demo", Playground.WAITS);
            playground
                    .site()
                    .installation()
                    .temporal()
                    .newUntypedWorkflowStub(waits.workflowId())
                    .update(
                            "retry",
                            Object.class,
                            new ObjectMapper().readValue(data.group(), new TypeReference<Map<String, Object>>() {}));
            Stage.until(
                    () -> !playground
                            .site()
                            .ledger()
                            .outcomes()
                            .ofNode(waits, 1)
                            .isEmpty(),
                    "the retried run");
        }
    }

    /** What README.md tells to type, to look for and to send, without the reasons. */
    private static List<String> toTry() throws IOException {
        String section =
                Files.readString(Path.of("../README.md")).split("## ")[2].replaceAll("\\s+", " ");
        assertThat(section).startsWith("Try every command");
        return Pattern.compile("[`*]([^`*]+)[`*]")
                .matcher(section)
                .results()
                .map(span -> span.group(1).replace(" '…'", ""))
                .filter(span -> !BESIDE_THE_GUIDE.contains(span))
                .toList();
    }
}
