package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.demo.UsedSite.Said;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Facts by the commands that a person types: a real Temporal server, a real worker, nodes behind SSH. */
@Tag("dev-server")
class FactsIT {
    @TempDir
    Path folder;

    @Test
    void readsANodeNowShowsTheFleetAndWhatDiffersFromTheBaseline() throws Exception {
        FleetPlan plan = FleetPlan.whole(7, 2)
                .changing("gpu-001", node -> node.with(new Condition.Runs(SoftwareSet.previous())));
        try (UsedSite site = new UsedSite(folder, plan)) {
            assertThat(site.slipway("facts", "--node", "gpu-001").text()).contains("it has not been read yet");
            Said fresh = site.slipway("facts", "--node", "gpu-001", "--fresh");
            assertThat(fresh.text())
                    .containsPattern("driverResident +570.124.06 +/proc/driver/nvidia/version")
                    .containsPattern("gpus\\[all 8]\\.name +NVIDIA H100 80GB HBM3 +nvidia-smi --query-gpu")
                    .containsPattern("packages\\[libnccl2] +2.26.2-1\\+cuda12.8 held +dpkg-query");

            Said check = site.slipway("drift", "check", "--json");
            JsonNode drifted = new ObjectMapper().readTree(check.text()).at("/nodes/0");
            assertThat(drifted.path("node").asText()).isEqualTo("gpu-001");
            assertThat(drifted.path("fields").valueStream()).anySatisfy(field -> {
                assertThat(field.path("field").asText()).isEqualTo("driverVersion");
                assertThat(field.path("have").asText()).isEqualTo("570.124.06");
                assertThat(field.path("want").asText()).isEqualTo("570.133.20");
            });
            assertThat(site.slipway("facts", "--fleet", "rack-a").text())
                    .containsPattern("gpu-001 +\\d+ s ago +driver 570.124.06")
                    .containsPattern("gpu-002 +\\d+ s ago +driver 570.133.20");

            Path saved = folder.resolve("gpu-001.json");
            Files.writeString(
                    saved, site.slipway("facts", "--node", "gpu-001", "--json").text());
            Said beside = site.slipway("facts", "diff", saved.toString(), "gpu-002");
            assertThat(beside.exit()).isEqualTo(1);
            assertThat(beside.text())
                    .startsWith("two machines (")
                    .containsPattern("driverVersion +570.124.06 → want 570.133.20");
            assertThat(site.slipway("facts", "diff", saved.toString(), "gpu-001")
                            .text())
                    .startsWith("the same machine in the same boot");
            assertThat(site.slipway("facts", "diff", "gpu-001", "baseline:" + site.baseline())
                            .text())
                    .containsPattern("driverVersion +570.124.06 → want 570.133.20");
        }
    }
}
