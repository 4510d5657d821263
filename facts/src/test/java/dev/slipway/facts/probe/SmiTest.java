package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.nvidia.SmiErrors;
import dev.slipway.facts.nvidia.SmiLinks.Links;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmiTest {

    private static SmiQuery query(String sample) {
        return SmiQuery.parse(Samples.output(Samples.text("nvidia-smi/" + sample)))
                .value()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "q-a10-535.129.03-rowremap-pending.txt, 1, 535.129.03, [N/A], Yes",
        "q-a100-sxm4x4.txt, 4, 555.42.02, [N/A], No",
        "q-h100-nvlx2-550.54.14.txt, 2, 550.54.14, [N/A], No",
        "q-h100x8-535.161.08.txt, 8, 535.161.08, [N/A], No",
        "q-h100x8-565.57.01.txt, 8, 565.57.01, None, No",
        "q-h200-590.48.01.txt, 1, 590.48.01, None, No",
        "q-h200-mig-590.48.01.txt, 1, 590.48.01, None, [N/A]",
        "q-l40s-595.80.txt, 1, 595.80, None, No",
        "q-rtx4090x8-535.154.05.txt, 8, [N/A], [N/A], No",
        "q-titan-v-560.35.03-gsp-na.txt, 1, [N/A], [N/A], [N/A]",
    })
    void readsHealthFromTheFullQuery(String sample, int gpus, String gsp, String recovery, String pending) {
        SmiQuery query = query(sample);
        Gpu.Health health = query.health(query.gpus().getFirst().getOrDefault("Address", ""), "v", "m");

        assertThat(query.gpus()).hasSize(gpus);
        assertThat(query.shared("GSP Firmware Version").or("")).isEqualTo(gsp);
        assertThat(health.recoveryAction()).isEqualTo(recovery);
        assertThat(health.remapPending()).isEqualTo(pending);
    }

    @Test
    void readsTheFabricOnlyWhereThereIsOne() {
        assertThat(query("q-h100x8-535.161.08.txt").fabricState().or("")).isEqualTo("Completed");
        assertThat(query("q-h100-nvlx2-550.54.14.txt").fabricState().or("")).isEqualTo("[N/A]");
    }

    @Test
    void refusesAnAnswerWithFewerGpusThanItAnnounces() {
        assertThat(SmiQuery.parse(Samples.output(Samples.text("nvidia-smi/q-h100-535.183.01-truncated.txt")))
                        .error())
                .isEqualTo("the answer announces 8 GPUs and holds 1");
        assertThat(SmiQuery.parse(Samples.output("")).known()).isFalse();
    }

    /** All GPUs are in it, and the health of the last one is not: nothing of it is clean. */
    @Test
    void aReportThatBreaksOffInItsLastGpuIsCut() {
        List<String> lines =
                Samples.text("nvidia-smi/q-h200-590.48.01.txt").lines().toList();
        int end = lines.indexOf("    Capabilities");
        assertThat(query("q-h200-590.48.01.txt").cut()).isEmpty();
        assertThat(end).isPositive();
        for (int at = 0; at <= end; at++) {
            Reading<SmiQuery> read = SmiQuery.parse(Samples.output(String.join("\n", lines.subList(0, at)) + "\n"));

            assertThat(read.map(SmiQuery::cut).or("no answer"))
                    .as("before line " + (at + 1))
                    .isNotEmpty();
        }
    }

    @Test
    void leavesUnknownWhatAPartialQueryDoesNotHold() {
        Gpu.Health health = query("q-page-retirement-a100x8-ok.txt").health("0001:00:00.0", "v", "m");

        assertThat(health.recoveryAction()).isEmpty();
        assertThat(health.remapPending()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "device-handle-gpu-lost-rc15.txt; GPU 0000:C3:00.0 is lost",
                "nvml-insufficient-permissions.txt; NVML does not start: Insufficient Permissions",
                "nvml-unknown-error-container.txt; NVML does not start: Unknown Error",
                "query-csv-gpu-requires-reset-all.csv; a GPU requires a reset",
                "query-csv-h200nvl-sick.csv; no handle for GPU 0000:3B:00.0: Unknown Error",
                "query-csv-loop-gpu-lost-later.csv; a GPU answers with an unknown error",
                "version-mismatch-580-two-components.txt; driver/library version mismatch (library 580.173)",
                "version-mismatch-no-second-line.txt; driver/library version mismatch",
            })
    void namesTheWayInWhichNvidiaSmiFailed(String sample, String reason) {
        String text = Samples.text("nvidia-smi-errors/" + sample);

        assertThat(SmiErrors.reason(Samples.output(text))).contains(reason);
        assertThat(SmiGpus.parse(Samples.output(text)).known()).isFalse();
        assertThat(SmiQuery.parse(Samples.output(text)).known()).isFalse();
        assertThat(Nvlinks.parse(Samples.output(text)).known()).isFalse();
    }

    @Test
    void namesAMissingDriverAndMissingDevices() {
        assertThat(SmiErrors.reason(Samples.output(
                        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.")))
                .contains("nvidia-smi cannot reach the driver");
        assertThat(SmiErrors.reason(Samples.output("No devices were found\n"))).contains("the driver finds no GPU");
        assertThat(SmiErrors.reason(Samples.output(Samples.smiGpus()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"query-gpu-extra-spaces.csv", "query-gpu-missing-field.csv"})
    void refusesRowsThatHaveNotAllFields(String sample) {
        assertThat(SmiGpus.parse(Samples.output(Samples.text("nvidia-smi/" + sample)))
                        .error())
                .contains("cells of 14");
    }

    @Test
    void trimsCellsAndNeverShiftsColumns() {
        String row = Samples.smiGpus().lines().findFirst().orElseThrow();

        assertThat(SmiGpus.parse(Samples.output(row.replace(", ", "  ,   "))).value())
                .isEqualTo(SmiGpus.parse(Samples.output(row)).value());
        assertThat(SmiGpus.parse(Samples.output(row.substring(0, row.lastIndexOf(','))))
                        .known())
                .isFalse();
        assertThat(SmiGpus.parse(Samples.output(row + "\n" + row)).error()).isEqualTo("one UUID stands in two rows");
    }

    @Test
    void showsAllValuesWhereGpusDiffer() {
        String rows = Samples.smiGpus().replaceFirst("700\\.00 W", "400.00 W");

        assertThat(SmiGpus.parse(Samples.output(rows))
                        .map(g -> g.runtime().powerLimitWatts())
                        .or(""))
                .isEqualTo("400 | 700");
    }

    @ParameterizedTest
    @CsvSource({
        "nvlink-s-h200-590.txt, 1, 18, 18",
        "nvlink-status-a100x8.txt, 8, 12, 12",
        "nvlink-status-a100-gpu7-tabs.txt, 1, 12, 12",
        "nvlink-status-b300x7.txt, 7, 18, 18",
        "nvlink-status-all-inactive.txt, 1, 0, 1",
        "nvlink-status-a10-empty.txt, 0, 0, 0",
    })
    void countsNvlinks(String sample, int gpus, int active, int listed) {
        Nvlinks links = Nvlinks.parse(Samples.output(Samples.text("nvidia-smi/" + sample)))
                .value()
                .orElseThrow();
        assertThat(List.of(links.gpus().size(), links.active(), links.listed())).containsExactly(gpus, active, listed);
    }

    @Test
    void takesLinksUnderMigForUnknown() {
        assertThat(Nvlinks.parse(Samples.output(Samples.text("nvidia-smi/nvlink-s-h200-mig-unsupported.txt")))
                        .error())
                .contains("not supported for Devices in MIG mode");
    }

    @Test
    void countsTheWeakestGpu() {
        String links = Samples.nvlink(18).replaceFirst("26\\.562 GB/s", "<inactive>");

        assertThat(Nvlinks.parse(Samples.output(links)).map(Nvlinks::active).value())
                .contains(17);
        assertThat(Nvlinks.parse(Samples.output(links))
                        .map(l -> l.gpus().stream().map(Links::up).toList())
                        .or(List.of()))
                .containsExactlyInAnyOrder(17, 18, 18, 18, 18, 18, 18, 18);
        assertThat(List.of(Nvlinks.parse(Samples.output("garbage")).known())).containsExactly(false);
    }
}
