package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.model.Act;
import dev.slipway.model.Outcome;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.PathEntry;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlipwayTest {
    @TempDir
    Path folder;

    @Test
    void printsNothingThatATerminalObeysWhoeverWroteIt() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            NodeRef node = new NodeRef("prod-a", "gpu-102");
            String hostile =
                    "pod ml/\u001b[2J\u001b]0;owned\u0007train\u009b2K\u202egnp holds the GPU\rgpu-001 is fine";
            starter.ledger
                    .nodeRows()
                    .put(new NodeNote(
                            node,
                            "prod-a",
                            "image-drift",
                            NodeState.DECISION,
                            hostile,
                            hostile,
                            node.workflowId(),
                            "run-4711",
                            Instant.now(),
                            Optional.of("D5")));
            for (String command : List.of("status", "watch --times 1", "freeze --fleet no\u001b[2Jne --reason x")) {
                Said said = slipway(starter, command.split(" "));
                String shown = said.out().replace("\u001b[H\u001b[2J", "") + said.err();
                assertThat(shown).as(command).isNotBlank().doesNotContainPattern("[\\p{Cc}\u202e&&[^\n]]");
            }
            assertThat(slipway(starter, "status").out())
                    .contains("pod ml/0;ownedtrain2Kgnp holds the GPUgpu-001 is fine");
        }
    }

    @Test
    void showsWhatWhereWhyAndWhatNext() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            NodeRef node = new NodeRef("prod-a", "gpu-102");
            starter.ledger
                    .nodeRows()
                    .put(new NodeNote(
                            node,
                            "prod-a",
                            "image-drift",
                            NodeState.DECISION,
                            "unload",
                            "/dev/nvidia0 held by pid 4121",
                            node.workflowId(),
                            "run-4711",
                            Instant.now(),
                            Optional.of("D5")));
            Said said = slipway(starter, "status");
            assertThat(said.exit()).isZero();
            assertThat(said.out())
                    .contains("FLEET  prod-a  4 nodes · in service unknown · 1 in runbooks · 0 held")
                    .contains("gpu-102  image-drift  DECISION")
                    .contains("→ slipway retry gpu-102 --reason …")
                    .doesNotContain("(or rollback")
                    .contains("/workflows/node%2Fprod-a%2Fgpu-102/run-4711")
                    .doesNotContain("gpu-041");
            assertThat(slipway(starter, "status", "--all").out()).contains("gpu-041");
        }
    }

    @Test
    void runsOnceAndIsRefusedTheSecondTimeInTwoLines() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            Said run = slipway(starter, "run", "image-drift", "--node", "gpu-041", "--reason", "drift");
            assertThat(run.exit()).isZero();
            assertThat(run.out()).contains("image-drift runs on gpu-041 towards hgx-h100-r570-133@");
            Said again = slipway(starter, "run", "image-drift", "--node", "gpu-041", "--reason", "drift");
            assertThat(again.exit()).isEqualTo(Exit.REFUSED);
            assertThat(again.err().lines()).hasSize(2);
            assertThat(again.err()).doesNotContain("Exception");
            Said held = slipway(starter, "hold", "prod-a/gpu-041", "--reason", "look at it", "--who", "oncall");
            assertThat(held.out()).contains("gpu-041: hold accepted");
            Said shown = slipway(starter, "node", "show", "gpu-041", "--json");
            JsonNode node = shown.json();
            assertThat(node.path("audit").toString()).contains("oncall").contains("look at it");
            assertThat(node.path("run").path("type").asText()).isEqualTo("ImageDrift");
        }
    }

    @Test
    void tellsARunThatWentFromRunbookToRunbookAsOneStory() {
        NodeRef node = new NodeRef("prod-a", "gpu-041");
        Instant noon = Instant.parse("2026-11-21T12:00:00Z");
        PathEntry first = new PathEntry("image-drift", "D11", "broken", noon, noon.plusSeconds(60), "→ module-reload");
        PathEntry last =
                new PathEntry("module-reload", "M13", "never reloaded", noon.plusSeconds(60), noon, "CONVERGED");
        List<String> path = List.of("image-drift", "module-reload");
        Act act = new Act(
                node, "prod-a", "t1", node.workflowId(), "module-reload", Step.RELEASE, 1, Optional.empty(), noon);
        List<PathEntry> entries = List.of(first, last);
        NodeOutcome end = new NodeOutcome(
                node, Outcome.CONVERGED, "", "M13", List.of(), path, noon, noon, "", false, entries, "", false);
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger.outcomes().put(act, end);

            assertThat(slipway(starter, "node", "show", "gpu-041").out())
                    .containsSubsequence(
                            "2026-11-21T12:00:00Z  CONVERGED",
                            "2026-11-21T12:00:00Z  image-drift row D11 (broken): → module-reload",
                            "2026-11-21T12:01:00Z  module-reload row M13 (never reloaded): CONVERGED");
        }
    }

    @Test
    void checksForDriftAndProposesARolloutThatItThenStartsPausesAndResumes() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            Said check = slipway(starter, "drift", "check", "--fleet", "prod-a");
            assertThat(check.exit()).isEqualTo(Exit.NO);
            assertThat(check.out())
                    .contains("4 of 5 answered")
                    .contains("2 drifted · 1 broken (not drift)")
                    .contains("1 without facts: 1 refused (1 host key is not the known one)")
                    .containsPattern("gpu-110 +refused: host key is not the known one +slipway@192.0.2.110:22 shows")
                    .contains("→ if the node was reinstalled, replace its key in known_hosts")
                    .contains("gpu-041  driverVersion 570.124.06 → want 570.133.20")
                    .contains("2 nodes, canary gpu-041: slipway rollout start --from ");
            String id = check.out().replaceAll("(?s).*--from (\\S+) .*", "$1");
            Said started = slipway(starter, "rollout", "start", "--from", id, "--change", "c1", "--reason", "drift");
            assertThat(started.out()).contains("rollout c1 runs over 2 nodes, canary gpu-041");
            assertThat(slipway(starter, "rollout", "pause", "c1", "--reason", "wait")
                            .out())
                    .contains("paused at the next node");
            assertThat(slipway(starter, "rollout", "pause", "c1", "--reason", "wait")
                            .exit())
                    .isEqualTo(Exit.REFUSED);
            // A worker of a busy machine may answer too late.
            assertThat(Stream.generate(() ->
                                    slipway(starter, "rollout", "status", "c1").out())
                            .limit(60)
                            .filter(said -> !said.contains("no worker reports more"))
                            .findFirst())
                    .hasValueSatisfying(
                            said -> assertThat(said).contains("paused").contains("gpu-077"));
            assertThat(slipway(starter, "rollout", "resume", "c1", "--reason", "on")
                            .out())
                    .contains("goes on");
        }
    }

    @Test
    void i19_aFreezeForHeatOfEveryFleetIsShownAsOne() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            slipway(starter, "freeze", "--fleet", "prod-a", "--reason", "audit week");
            assertThat(slipway(starter, "status").out()).doesNotContain("for heat");

            Said said = slipway(starter, "freeze", "--fleet", "*", "--heat", "--reason", "coolant alarm");

            assertThat(said.exit()).isZero();
            assertThat(said.out()).contains("is frozen for heat").contains("slipway unfreeze --fleet '*'");
            assertThat(slipway(starter, "status").out())
                    .contains("FROZEN: for heat")
                    .contains("coolant alarm");
            assertThat(slipway(starter, "run", "image-drift", "--node", "gpu-041", "--reason", "drift")
                            .err())
                    .contains("prod-a is frozen for heat", "slipway unfreeze --fleet");
            assertThat(slipway(starter, "unfreeze", "--fleet", "*", "--reason", "cool again")
                            .exit())
                    .isZero();
            assertThat(slipway(starter, "status").out()).contains("audit week").doesNotContain("for heat");
        }
    }

    @Test
    void freezesAFleetAndRefusesRunsUntilItIsLetGo() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(slipway(starter, "freeze", "--fleet", "prod-a", "--reason", "incident")
                            .exit())
                    .isZero();
            assertThat(slipway(starter, "status").out()).contains("FROZEN:").contains("incident");
            Said run = slipway(starter, "run", "image-drift", "--node", "gpu-041", "--reason", "drift");
            assertThat(run.exit()).isEqualTo(Exit.REFUSED);
            assertThat(run.err()).contains("prod-a is frozen").contains("slipway unfreeze --fleet 'prod-a'");
            assertThat(slipway(starter, "unfreeze", "--fleet", "prod-a", "--reason", "over")
                            .exit())
                    .isZero();
            assertThat(slipway(starter, "run", "image-drift", "--node", "gpu-041", "--reason", "drift")
                            .exit())
                    .isZero();
        }
    }

    @Test
    void seesWithDoctorThatNoWorkerPolls() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Said said = slipway(starter, "doctor");
            assertThat(said.exit()).isEqualTo(Exit.NO);
            assertThat(said.out())
                    .containsPattern("ok +ledger +H2")
                    .containsPattern("ok +ledger growth +in memory; no node run has ended; no scan has ended")
                    .containsPattern("not checked +SSH prod-a")
                    .containsPattern("not checked +RBAC prod-a");
        }
    }

    @Test
    void saysInTwoLinesWhatIsWrongAndWhatToDo() throws IOException {
        Files.writeString(folder.resolve("token"), "abc\n");
        Map<String, String> nobody = Map.of(
                "SLIPWAY_SERVER",
                "http://127.0.0.1:1",
                "SLIPWAY_TOKEN_FILE",
                folder.resolve("token").toString());
        Said away = slipway(nobody, "status");
        assertThat(away.exit()).isEqualTo(Exit.AWAY);
        assertThat(away.err()).isEqualTo("""
                slipway: the starter at http://127.0.0.1:1/ does not answer (connection refused)
                         name another one with --server or SLIPWAY_SERVER, or start it: slipway starter
                """);
        Said noToken =
                slipway(Map.of("SLIPWAY_TOKEN_FILE", folder.resolve("none").toString()), "status");
        assertThat(noToken.exit()).isEqualTo(Exit.DENIED);
        assertThat(noToken.err().lines()).hasSize(2);
        Said debug = slipway(nobody, "status", "--debug");
        assertThat(debug.err()).contains("at dev.slipway.starter.cli.ApiClient");
    }

    @Test
    void tellsAWrongWordFromTheRightOne() {
        Said wrong = slipway(Map.of(), "statsu");
        assertThat(wrong.exit()).isEqualTo(Exit.USAGE);
        assertThat(wrong.err()).contains("did you mean").contains("status");
        assertThat(slipway(Map.of(), "run", "image-drift").err()).contains("--node");
        Said help = slipway(Map.of(), "--help");
        assertThat(help.exit()).isZero();
        assertThat(help.out()).contains("Exit codes:").contains("Examples:").contains("drift");
        Said ofOne = slipway(Map.of(), "rollout", "pause", "--help");
        assertThat(ofOne.exit()).isZero();
        assertThat(ofOne.out())
                .contains("Usage: slipway rollout pause")
                .contains("Exit codes:")
                .contains("Example:");
    }

    @Test
    void checksConfigurationWithoutAStarter() throws IOException {
        Path config = folder.resolve("config");
        ConfigFolder.in(config);
        Said right = slipway(Map.of(), "config", "check", config.toString());
        assertThat(right.exit()).isZero();
        assertThat(right.out())
                .contains("warnings: fleets prod-a")
                .doesNotContain("is right")
                .contains("The list of host keys of fleet `prod-a` cannot be read: ");
        Path pinned = config.resolve("baselines/hgx-h100-r570-133.yaml");
        String waiver = "waivers:\n- { field: cudaToolkit, reason: a test, by: kim, expires: 2026-03-01 }\n";
        String text = Files.readString(pinned);
        Files.writeString(pinned, text.replaceAll("(?m)^waivers:.*\\n", "") + waiver);
        Said ended = slipway(Map.of(), "config", "check", config.toString());
        assertThat(ended.exit()).isZero();
        assertThat(ended.out()).contains("The waiver of `").contains("ended on 2026-03-01");
        Files.writeString(pinned, text);
        Files.writeString(config.resolve("slipway.yaml"), "temporl: {}\n");
        Said wrong = slipway(Map.of(), "config", "check", config.toString());
        assertThat(wrong.exit()).isEqualTo(Exit.USAGE);
        assertThat(wrong.out()).contains("slipway.yaml:1").contains("temporal").contains("1 problem;");
    }
}
