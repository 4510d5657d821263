package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.view.Fact;
import dev.slipway.facts.view.FactSheet;
import dev.slipway.facts.view.Source;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeDetails.Location;
import dev.slipway.model.facts.NodeDetails.Scheduling;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DetailsTest {
    private static final String GPU = "gpus[0000:18:00.0].";

    private static NodeFacts facts(Map<String, String> sections) {
        return ProbeAnswer.of(Samples.answer(sections))
                .facts(new NodeRef("c1", "gpu-001"), Instant.parse("2026-11-21T12:00:00Z"));
    }

    private static FactSheet with(String section, String text) {
        Map<String, String> sections = Samples.healthy();
        sections.put(section, text);
        return FactSheet.of(facts(sections));
    }

    private static String text(FactSheet sheet, String name) {
        return sheet.fact(name).map(Fact::text).orElse("no fact " + name);
    }

    @Test
    void tellsOfEachGpuWhatItsReportSays() {
        FactSheet sheet = FactSheet.of(facts(Samples.healthy()));

        assertThat(List.of(
                        "persistence",
                        "eccCurrent",
                        "eccPending",
                        "migPending",
                        "gspFirmware",
                        "pcieGeneration",
                        "pcieGenerationMax",
                        "pcieWidth",
                        "pcieWidthMax",
                        "remapCorrectable",
                        "remapUncorrectable",
                        "sramUncorrectable",
                        "health",
                        "nvlinkActive",
                        "fabricState",
                        "fabricStatus"))
                .map(name -> text(sheet, GPU + name))
                .containsExactly(
                        "Enabled",
                        "Enabled",
                        "Enabled",
                        "Disabled",
                        "565.57.01",
                        "5",
                        "5",
                        "16x",
                        "16x",
                        "0",
                        "0",
                        "0",
                        "clean",
                        "18",
                        "Completed",
                        "Success");
        assertThat(sheet.fact(GPU + "eccPending").map(Fact::source)).contains(Source.of("smi-q"));
        assertThat(sheet.fact(GPU + "nvlinkActive").map(Fact::source)).contains(Source.of("nvlink"));
        assertThat(sheet.facts())
                .filteredOn(f -> f.name().endsWith("].pcieWidth"))
                .hasSize(8);
    }

    @Test
    void keepsWhatAnOldDriverDoesNotReportUnknownWithItsReason() {
        String old = Samples.text("nvidia-smi/q-h100x8-565.57.01.txt")
                .replaceAll("(?m)^ +GSP Firmware Version .*\\n", "")
                .replaceAll("(?m)^ +Fabric\\n +State .*\\n +Status .*\\n", "    Fabric : N/A\n");
        FactSheet sheet = with("smi-q", old);

        assertThat(text(sheet, GPU + "gspFirmware"))
                .isEqualTo("unknown: smi-q: the report of this driver has no GSP Firmware Version");
        assertThat(text(sheet, GPU + "fabricState")).isEqualTo("[N/A]");
    }

    @Test
    void neverTakesAnErrorInTheReportForAValue() {
        String sick = Samples.text("nvidia-smi/q-h100x8-565.57.01.txt")
                .replaceFirst("(Correctable Error +): 0", "$1: Unknown Error");

        assertThat(text(with("smi-q", sick), GPU + "remapCorrectable"))
                .isEqualTo("unknown: smi-q: Remapped Rows/Correctable Error is Unknown Error");
    }

    @Test
    void takesWhatADriverNoLongerAnswersForUnknown() {
        String deprecated = Samples.text("nvidia-smi/q-h100x8-565.57.01.txt")
                .replaceFirst("(Persistence Mode +): Enabled", "$1: Requested functionality has been deprecated");

        assertThat(text(with("smi-q", deprecated), GPU + "persistence"))
                .startsWith("unknown: smi-q: Persistence Mode is");
    }

    @Test
    void saysOfAGpuThatTheLinksLeaveOutThatItsLinksAreUnknown() {
        String links = Samples.nvlink(18);

        assertThat(text(with("nvlink", links.substring(links.indexOf("GPU 1:"))), GPU + "nvlinkActive"))
                .isEqualTo("unknown: nvlink: the answer does not name this GPU");
        assertThat(text(with("nvlink", ""), GPU + "nvlinkActive")).isEqualTo("[N/A]");
    }

    @Test
    void listsWhatDkmsBuiltAndForWhichKernel() {
        FactSheet sheet = with(
                "dkms",
                "nvidia/565.57.01, 6.8.0-60-generic, x86_64: installed\nnvidia/570.1, 6.8.0-60-generic, x86_64: built"
                        + " (WARNING! Diff between built and installed module!)\nknem/1.1.4: added\n");

        assertThat(text(sheet, "dkms")).isEqualTo("3");
        assertThat(text(sheet, "dkms[nvidia/565.57.01 6.8.0-60-generic]")).isEqualTo("installed");
        assertThat(text(sheet, "dkms[nvidia/570.1 6.8.0-60-generic]")).isEqualTo("built (warned)");
        assertThat(text(sheet, "dkms[knem/1.1.4]")).isEqualTo("added");
        assertThat(text(with("dkms", ""), "dkms")).isEqualTo("none");
    }

    @Test
    void readsTheDriverInTheInitramfsByItsFirmware() {
        String dracut = "# /boot/initramfs-5.14.0-503.el9.x86_64.img\n"
                + "drwxr-xr-x   2 root     root            0 Jan  1 00:00 usr/lib/firmware/nvidia/570.124.06/\n"
                + "-rw-r--r--   1 root     root     18302976 Jan  1 00:00 usr/lib/modules/5.14.0/extra/nvidia.ko.xz\n"
                + "# files 2200\n";

        assertThat(text(with("initramfs", dracut), "driverInitramfs")).isEqualTo("570.124.06");
        assertThat(text(
                        with("initramfs", "# /boot/i\nfirmware/nvidia/ga102/gsp/x.bin\n# files 9\n"),
                        "driverInitramfs"))
                .isEqualTo("no nvidia module");
        assertThat(text(with("initramfs", "# /boot/i\nm/nvidia.ko\n# files 9\n"), "driverInitramfs"))
                .startsWith("unknown: initramfs: it holds an nvidia module without firmware");
        assertThat(text(with("initramfs", "# /boot/i\n# files 0\n"), "driverInitramfs"))
                .startsWith("unknown: initramfs: no list of files");
    }

    @Test
    void showsWhenTheNodeBootedAndWhichProbeLookedSinceWhen() {
        FactSheet sheet = FactSheet.of(facts(Samples.healthy()));

        assertThat(text(sheet, "boot.bootTime")).isEqualTo("2024-11-19T07:06:40Z");
        assertThat(text(sheet, "collector.version")).isEqualTo("0123456789ab");
        assertThat(text(sheet, "collector.t0")).isEqualTo("2024-11-25T02:00:00Z");
        assertThat(Probe.script()).contains("version " + Probe.version() + " t0");
    }

    @Test
    void showsWhereTheFleetPutsTheNodeAndWhatItsSchedulerSays() {
        FactSheet alone = FactSheet.of(facts(Samples.healthy()));
        FactSheet sheet = FactSheet.of(facts(Samples.healthy())
                .with(new NodeDetails.Outside(
                        Reading.of(new Location(
                                "prod-a",
                                Optional.of("HGX-H100-8"),
                                Optional.of("r01"),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("north"))),
                        Reading.of(new Scheduling(
                                "Kubernetes",
                                false,
                                List.of("nvidia.com/gpu:NoSchedule"),
                                Map.of(),
                                Map.of("slipway.dev/owner", "run-7"))))));

        assertThat(text(sheet, "identity.name")).isEqualTo("gpu-001");
        assertThat(text(sheet, "identity.rack")).isEqualTo("r01");
        assertThat(text(sheet, "identity.bmc")).isEqualTo("n/a");
        assertThat(text(sheet, "identity.site")).isEqualTo("north");
        assertThat(text(sheet, "scheduler.unschedulable")).isEqualTo("yes");
        assertThat(text(sheet, "scheduler.taints")).isEqualTo("nvidia.com/gpu:NoSchedule");
        assertThat(text(sheet, "scheduler.labels")).isEqualTo("none of ours");
        assertThat(text(sheet, "scheduler.annotations[slipway.dev/owner]")).isEqualTo("run-7");
        assertThat(text(alone, "scheduler")).isEqualTo("unknown: only the node itself was asked");
        assertThat(text(alone, "identity.rack")).isEqualTo("unknown: only the node itself was asked");
    }
}
