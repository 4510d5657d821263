package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.ProbeOutput;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactsCommandTest {
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-041");

    @TempDir
    Path folder;

    private Path saved(String name, ProbeOutput answer) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        Files.write(place.resolve("probe.txt"), answer.bytes());
        return place;
    }

    @Test
    void readsSavedOutputsWithoutAServerAndSaysWhereEachFactCameFrom() throws IOException {
        Path place = saved("gpu-041", new ProbeOutput("570.124.06"));
        Files.writeString(place.resolve("notes.md"), "slow since Monday\n");
        Said said = slipway(Map.of(), "facts", "--from-dir", place.toString());

        assertThat(said.exit()).isEqualTo(Exit.NO);
        assertThat(said.out())
                .startsWith("gpu-041   saved ")
                .containsPattern("driverResident +570.124.06 +probe.txt")
                .containsPattern("gpus\\[all 8]\\.name +NVIDIA H100 80GB HBM3")
                .containsPattern("gpus\\[0000:10:00\\.0] +index 0, uuid GPU-00000000, serial 165442300150 +probe.txt")
                .containsPattern("packages\\[nvidia-driver-570-server] +570.124.06-0ubuntu1 held")
                .containsPattern("dcgm +unknown: dcgmi: not saved +dcgmi --version")
                .contains("notes.md: not a source of facts");
    }

    @Test
    void printsEveryFactWithItsSourceOrItsErrorAsJson() throws IOException {
        Path place = saved("gpu-041", new ProbeOutput("570.124.06"));
        JsonNode json = slipway(Map.of(), "facts", "--from-dir", place.toString(), "--json")
                .json();

        assertThat(json.path("unknown").asInt()).isPositive();
        assertThat(json.path("facts").valueStream())
                .allSatisfy(fact -> assertThat(fact.has("value")).isNotEqualTo(fact.has("error")))
                .anySatisfy(fact -> {
                    assertThat(fact.path("name").asText()).isEqualTo("powerLimitWatts");
                    assertThat(fact.path("unit").asText()).isEqualTo("W");
                    assertThat(fact.at("/source/tool").asText()).isEqualTo("nvidia-smi --query-gpu");
                    assertThat(fact.at("/source/file").asText()).isEqualTo("probe.txt");
                });
        assertThat(json.at("/files/probe.txt").asText()).startsWith("an answer with ");
    }

    @Test
    void readsTheZipOfAnEvidenceBundleAndNamesTheNodeThatItIsOf() throws IOException {
        Path zip = folder.resolve("evidence-1.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            entry(out, "CONTENTS.txt", "node prod-a/gpu-041\nnvidia-smi-q: exit 9\nlsmod: exit 0\n");
            entry(out, "nvidia-smi-q.txt", "No devices were found\n");
            entry(out, "lsmod.txt", "Module                  Size  Used by\nnvidia  9875456  2\n");
        }
        Said said = slipway(Map.of(), "facts", "--from-dir", zip.toString());

        assertThat(said.exit()).isEqualTo(Exit.NO);
        assertThat(said.out())
                .startsWith("prod-a/gpu-041   saved ")
                .containsPattern("modules +nvidia +lsmod.txt")
                .containsPattern("gspFirmware +unknown: smi-q: the driver finds no GPU +nvidia-smi-q.txt");
    }

    private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    @Test
    void asksForExactlyOneSourceInTwoLines() {
        Said none = slipway(Map.of(), "facts");
        assertThat(none.exit()).isEqualTo(Exit.USAGE);
        assertThat(none.err().lines()).hasSize(2);
        assertThat(slipway(Map.of(), "facts", "--node", "a", "--fleet", "b").exit())
                .isEqualTo(Exit.USAGE);
        assertThat(slipway(Map.of(), "facts", "--fleet", "b", "--fresh").err()).contains("slipway drift check");
        Said gone =
                slipway(Map.of(), "facts", "--from-dir", folder.resolve("none").toString());
        assertThat(gone.exit()).isEqualTo(Exit.USAGE);
        assertThat(gone.err().lines()).hasSize(2);
        assertThat(slipway(Map.of(), "facts", "--help").out())
                .contains("Exit codes here:")
                .contains("--from-dir");
    }

    @Test
    void showsTheFactsThatWereKeptLastWithTheirAge() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Said never = slipway(starter, "facts", "--node", "gpu-041");
            assertThat(never.exit()).isEqualTo(Exit.USAGE);
            assertThat(never.err()).contains("it has not been read yet").contains("--fresh");

            new ProbeOutput("570.124.06").keep(starter.ledger, NODE, "one");
            Said kept = slipway(starter, "facts", "--node", "gpu-041", "--cluster", "prod-a");
            assertThat(kept.exit()).isEqualTo(Exit.NO);
            assertThat(kept.out())
                    .containsPattern("prod-a/gpu-041   read \\d+ s ago \\(")
                    .containsPattern("driverVersion +570.124.06 +nvidia-smi --query-gpu")
                    .containsPattern("boot.nextKernel +unknown: next-kernel was not read")
                    .containsPattern("kernels.headers +unknown: kernel-headers was not read");
            Said fleet = slipway(starter, "facts", "--fleet", "prod-a");
            assertThat(fleet.exit()).isEqualTo(Exit.NO);
            assertThat(fleet.out())
                    .contains("prod-a   4 nodes · 4 never read or in part unknown")
                    .containsPattern("gpu-041 +\\d+ s ago +driver 570.124.06, kernel 6.8.0-60-generic, .* acs, ")
                    .containsPattern("gpu-077 +never +never read");
        }
    }

    @Test
    void readsANodeNowThroughAWorkerAndSaysWhyItCannot() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            Said fresh = slipway(starter, "facts", "--node", "gpu-041", "--fresh", "--json");
            assertThat(fresh.err()).isEmpty();
            assertThat(fresh.json().path("record").path("node").path("name").asText())
                    .isEqualTo("gpu-041");
            assertThat(starter.ledger.facts().latest(NODE)).isPresent();
            Said dead = slipway(starter, "facts", "--node", "gpu-102", "--fresh");
            assertThat(dead.exit()).isEqualTo(Exit.AWAY);
            assertThat(dead.err()).contains("gpu-102 refused the connection");
            assertThat(dead.err().lines()).hasSize(2);
        }
    }

    @Test
    void comparesSavedFactsWithABaselineFieldByField() throws IOException {
        ConfigFolder.in(folder.resolve("config"));
        Map<String, String> environment =
                Map.of("SLIPWAY_CONFIG", folder.resolve("config").toString());
        Path place = saved("gpu-041", new ProbeOutput("570.124.06"));
        Said said = slipway(environment, "facts", "diff", place.toString(), "baseline:hgx-h100-r570-133");

        assertThat(said.exit()).isEqualTo(Exit.NO);
        assertThat(said.out())
                .startsWith("beside the baseline hgx-h100-r570-133")
                .containsPattern("driverVersion +570.124.06 → want 570.133.20")
                .containsPattern("libnccl2 +absent → want 2.27.3-1\\+cuda12.9")
                .containsPattern("dcgm +unknown: dcgmi: not saved → want 4.4.1")
                .doesNotContain("osImage");
        Said none = slipway(environment, "facts", "diff", place.toString(), "baseline:h200");
        assertThat(none.exit()).isEqualTo(Exit.USAGE);
        assertThat(none.err()).contains("there is no baseline h200").contains("one of: hgx-h100-r570-124");
        assertThat(slipway(environment, "facts", "diff", "baseline:x", "y").err())
                .contains("slipway facts diff y baseline:x");
    }

    @Test
    void comparesSavedJsonADirectoryAndAKeptNodeWithEachOther() throws IOException {
        ProbeOutput before = new ProbeOutput("570.124.06");
        Path old = saved("old", before);
        Path json = folder.resolve("before.json");
        Files.writeString(
                json,
                slipway(Map.of(), "facts", "--from-dir", old.toString(), "--json")
                        .out());
        Path now = saved("new", new ProbeOutput("570.133.20"));
        Said changed = slipway(Map.of(), "facts", "diff", json.toString(), now.toString(), "--json");

        assertThat(changed.exit()).isEqualTo(Exit.NO);
        assertThat(changed.json().path("relation").asText()).isEqualTo("the same machine in the same boot");
        assertThat(changed.json().path("differences").valueStream())
                .anySatisfy(d -> {
                    assertThat(d.path("field").asText()).isEqualTo("driverResident");
                    assertThat(d.path("have").asText()).isEqualTo("570.124.06");
                    assertThat(d.path("want").asText()).isEqualTo("570.133.20");
                })
                .anySatisfy(d -> assertThat(d.path("unknown").asText()).contains("not saved"));
        Said wrong = slipway(Map.of(), "facts", "diff", old.resolve("probe.txt").toString(), json.toString());
        assertThat(wrong.exit()).isEqualTo(Exit.USAGE);
        assertThat(wrong.err()).contains("is not what slipway facts --json prints");
        try (RunningStarter starter = RunningStarter.in(folder.resolve("starter"))) {
            before.keep(starter.ledger, NODE, "one");
            Said kept = slipway(starter, "facts", "diff", "gpu-041", now.toString());
            assertThat(kept.out()).containsPattern("driverVersion +570.124.06 → want 570.133.20");
        }
    }
}
