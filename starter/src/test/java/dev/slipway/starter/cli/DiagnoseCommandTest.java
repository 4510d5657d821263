package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.ProbeOutput;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnoseCommandTest {
    private static final String SERIAL = "165442300150";
    private static final String UNITS =
            "Id=nvidia-persistenced.service\nLoadState=loaded\nActiveState=active\nSubState=running\n"
                    + "\nId=nvidia-fabricmanager.service\nLoadState=loaded\nActiveState=active\nSubState=running\n";

    @TempDir
    Path folder;

    /** A node of which all is read that stands before the hardware, with this log. */
    private static ProbeOutput answer(String driver, String log) {
        return new ProbeOutput(driver)
                .put("modinfo", "filename: /lib/modules/x/nvidia.ko\nversion: " + driver + "\nlicense: Dual MIT/GPL\n")
                .put("services", UNITS)
                .put("kernel-log", log);
    }

    private static String xid(int code) {
        long at = Instant.now().minus(Duration.ofMinutes(5)).getEpochSecond();
        return "# source=journal since=" + (at - 3_600) + "\n" + at + ".5 h kernel: NVRM: Xid (PCI:0000:10:00): " + code
                + ", pid=7, name=train\n";
    }

    private Path saved(String name, ProbeOutput answer) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        Files.write(place.resolve("probe.txt"), answer.bytes());
        return place;
    }

    private Map<String, String> configured() throws IOException {
        ConfigFolder.in(folder.resolve("config"));
        return Map.of("SLIPWAY_CONFIG", folder.resolve("config").toString());
    }

    @Test
    void saysFromSavedOutputsWhereANodeLeadsAndWhatNobodyCouldJudge() throws IOException {
        Path place = saved("gpu-041", new ProbeOutput("570.124.06"));
        Said said =
                slipway(configured(), "diagnose", "--from-dir", place.toString(), "--baseline", "hgx-h100-r570-133");

        assertThat(said.err()).isEmpty();
        assertThat(said.exit()).isEqualTo(Exit.NO);
        assertThat(said.out())
                .startsWith("gpu-041   read ")
                .contains("baseline hgx-h100-r570-133")
                .contains("R11  healthy, and not at the baseline")
                .contains("driverVersion 570.124.06 → want 570.133.20")
                .contains("→ image-drift, row D")
                .contains("R8 fabric manager is down, or a GPU is not registered: services: services: not saved")
                .contains("Only a person can tell (--symptom): thermal, pcie-slow")
                .endsWith("Nothing was changed.\n");
    }

    @Test
    void namesTheXidTheGpuBySerialAndWhatWouldBeDone() throws IOException {
        Path place = saved("gpu-041", answer("570.133.20", xid(62)));
        Said said = slipway(
                configured(), "diagnose", "--from-dir", place.toString(), "--baseline", "hgx-h100-r570-133", "--json");
        JsonNode json = said.json();

        assertThat(said.exit()).isEqualTo(Exit.NO);
        assertThat(json.path("row").asText()).isEqualTo("R10");
        assertThat(json.at("/way/runbook").asText()).isEqualTo("gpu-fault-rma");
        assertThat(json.at("/xids/0/code").asInt()).isEqualTo(62);
        assertThat(json.at("/xids/0/serial").asText()).isEqualTo(SERIAL);
        assertThat(json.at("/xids/0/decidedBy").asText()).isEqualTo("catalogue");
        assertThat(json.path("history").asText()).contains("no ledger was asked");
    }

    @Test
    void judgesWithoutABaselineWhatNeedsNone() throws IOException {
        Path place = saved("n", answer("570.133.20", xid(13)));
        Map<String, String> nowhere =
                Map.of("SLIPWAY_CONFIG", folder.resolve("none").toString());
        Said said = slipway(nowhere, "diagnose", "--from-dir", place.toString());

        assertThat(said.exit()).isEqualTo(Exit.NO);
        assertThat(said.out())
                .contains("no baseline")
                .contains("XID 13")
                .contains("tell the job's owner; the node is not touched")
                .contains("R3 fewer GPUs on the bus than the node must have: a baseline");
        assertThat(slipway(nowhere, "diagnose", "--from-dir", place.toString(), "--symptom", "thermal")
                        .out())
                .contains("R2  heat on many nodes");
    }

    @Test
    void addsWhatDcgmSaysAndRefusesAFileWithoutAReport() throws IOException {
        Path place = saved("n", answer("570.133.20", "# source=journal since=1\n"));
        Path diag = Files.writeString(folder.resolve("diag.json"), "nothing\n");
        Said said = slipway(configured(), "diagnose", "--from-dir", place.toString(), "--diag", diag.toString());

        assertThat(said.exit()).isEqualTo(Exit.USAGE);
        assertThat(said.err()).contains("holds no report of dcgmi diag");
    }

    @Test
    void wordsWhyAFileCannotBeRead() throws IOException {
        Path place = saved("n", answer("570.133.20", "# source=journal since=1\n"));
        Path latin = Files.write(folder.resolve("diag"), new byte[] {'n', (byte) 0xe4});
        String none = folder.resolve("none").toString();

        assertThat(slipway(Map.of(), "diagnose", "--from-dir", place.toString(), "--diag", latin.toString())
                        .err())
                .contains(latin + " cannot be read: it is no text in UTF-8");
        assertThat(slipway(Map.of(), "diagnose", "--from-dir", place.toString(), "--diag", none)
                        .err())
                .contains(none + " cannot be read: there is no " + none);
        assertThat(slipway(Map.of(), "diagnose", "--from-dir", none).err())
                .contains(none + " cannot be read: there is no " + none);
        assertThat(slipway(Map.of(), "facts", "diff", latin.toString(), latin.toString())
                        .err())
                .contains(latin + " cannot be read: it is no text in UTF-8");
    }

    @Test
    void asksForOneNodeAndForWordsThatItKnowsInTwoLines() {
        assertThat(slipway(Map.of(), "diagnose").exit()).isEqualTo(Exit.USAGE);
        assertThat(slipway(Map.of(), "diagnose", "--node", "a", "--from-dir", "b")
                        .err()
                        .lines())
                .hasSize(2);
        Said word = slipway(Map.of(), "diagnose", "--node", "a", "--symptom", "sad");
        assertThat(word.exit()).isEqualTo(Exit.USAGE);
        assertThat(word.err()).contains("one of: thermal, ");
        assertThat(slipway(Map.of(), "diagnose", "--node", "a", "--diag", "x").exit())
                .isEqualTo(Exit.USAGE);
        assertThat(slipway(Map.of(), "diagnose", "--help").out())
                .contains("Examples:")
                .contains("Exit codes here:");
    }

    @Test
    void readsANodeThroughAWorkerAndCountsThePastOfItsGpus() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            Said never = slipway(starter, "diagnose", "--node", "gpu-041", "--kept");
            assertThat(never.exit()).isEqualTo(Exit.USAGE);
            assertThat(never.err()).contains("it has not been read yet");

            Said fresh = slipway(starter, "diagnose", "--node", "gpu-041", "--json");
            assertThat(fresh.err()).isEmpty();
            assertThat(fresh.json().path("baseline").asText()).startsWith("hgx-h100");
            assertThat(fresh.json().path("history").asText()).isEqualTo("the ledger");

            for (int day = 1; day <= 2; day++) {
                starter.ledger
                        .gpuHistory()
                        .add(new GpuEvent(
                                SERIAL,
                                GpuEvent.Kind.REBOOT,
                                Instant.now().minus(Duration.ofDays(day)),
                                "119",
                                new NodeRef("prod-a", "gpu-077")));
            }
            Said again = slipway(starter, "diagnose", "--node", "gpu-041", "--cluster", "prod-a", "--kept");
            assertThat(again.out())
                    .contains("R10  a GPU's hardware needs attention")
                    .contains("serial " + SERIAL + ": inspection, 2 reboots for XID 119");
            Said silent = slipway(starter, "diagnose", "--node", "gpu-102");
            assertThat(silent.exit()).isEqualTo(Exit.NO);
            assertThat(silent.out())
                    .contains("R1  neither the node nor its BMC answers")
                    .contains("the node does not answer: 127.0.0.1:22: connection refused")
                    .contains("→ oob");
        }
    }
}
