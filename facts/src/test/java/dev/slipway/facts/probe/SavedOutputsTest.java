package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.model.Field;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SavedOutputsTest {
    private static final NodeRef NODE = new NodeRef("-", "folder");
    private static final Instant SAVED = Instant.parse("2026-11-21T12:00:00Z");
    private static final String DPKG = "ii  dpkg  1.22.6ubuntu6.1  amd64  Debian package management system\n";

    private static SavedOutputs read(Map<String, String> files) {
        Map<String, byte[]> bytes = new HashMap<>();
        files.forEach((name, text) -> bytes.put(name, text.getBytes(UTF_8)));
        return SavedOutputs.read(NODE, SAVED, bytes);
    }

    @Test
    void readsASavedAnswerOfTheProbeAsIfItHadJustCome() {
        byte[] answer = Samples.answer(Samples.healthy());
        SavedOutputs saved = SavedOutputs.read(NODE, SAVED, Map.of("probe.txt", answer));

        assertThat(saved.facts()).isEqualTo(ProbeAnswer.of(answer).facts(NODE, SAVED));
        assertThat(saved.files()).containsOnlyKeys("probe.txt");
        assertThat(saved.origins()).containsEntry("smi-q", "probe.txt");
    }

    @Test
    void believesNothingOfASavedAnswerThatSpansTwoBoots() {
        Map<String, String> sections = Samples.healthy();
        sections.put("boot-id-last", "6b1f4d1c-0000-4000-8000-00000000beef\n");
        SavedOutputs saved = SavedOutputs.read(NODE, SAVED, Map.of("probe.txt", Samples.answer(sections)));

        assertThat(saved.facts().boot().error()).contains("rebooted while it was read");
        assertThat(saved.facts().hardware().gpus().known()).isFalse();
    }

    @Test
    void readsAFolderOfFilesThatAreNamedAfterTools() {
        SavedOutputs saved = read(Map.of(
                "nvidia-smi-q.txt",
                Samples.text("nvidia-smi/q-h100x8-565.57.01.txt"),
                "dpkg_l.txt",
                DPKG + Samples.text("packages/dpkg-l-held-and-removed-510.txt"),
                "lsmod",
                Samples.text("lsmod/lsmod-idle-refcount-2.txt"),
                "uname -r.log",
                "6.8.0-60-generic\n",
                "notes.md",
                "looked at it\n"));

        assertThat(saved.files())
                .containsEntry("notes.md", "not a source of facts")
                .containsEntry("dpkg_l.txt", "read as packages");
        assertThat(saved.facts().version(Field.KERNEL).or("")).isEqualTo("6.8.0-60-generic");
        assertThat(saved.facts().version(Field.GSP_FIRMWARE).or("")).isEqualTo("565.57.01");
        assertThat(saved.facts().software().modulesLoaded().known()).isTrue();
        assertThat(saved.facts().software().packages().or(List.of()))
                .contains(
                        new InstalledPackage("nvidia-driver-510", "510.108.03-0ubuntu1", "installed", true),
                        new InstalledPackage("nvidia-dkms-515", "515.86.01-0ubuntu1", "config-files", false));
        assertThat(saved.facts().identity().error()).isEqualTo("machine-id: not saved");
    }

    @Test
    void takesFromNvidiaSmiQWhatASecondCommandWouldHaveSaid() {
        SavedOutputs saved = read(Map.of("nvidia-smi-q.txt", Samples.text("nvidia-smi/q-h100x8-565.57.01.txt")));

        assertThat(saved.facts().hardware().gpus().or(List.of()))
                .hasSize(8)
                .extracting(Gpu::name)
                .containsOnly("NVIDIA H100 80GB HBM3");
        assertThat(saved.facts().version(Field.DRIVER_VERSION).or("")).isEqualTo("565.57.01");
        assertThat(saved.facts().runtime().value())
                .contains(new RuntimeSettings("Enabled", "Default", "700", "2619,1980", "Enabled", "Disabled"));
        assertThat(saved.origins()).containsEntry("smi-gpus", "nvidia-smi-q.txt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "q-h100x8-535.161.08.txt",
                "q-h100-nvlx2-550.54.14.txt",
                "q-h200-590.48.01.txt",
                "q-rtx4090x8-535.154.05.txt"
            })
    void readsTheGpusOutOfNvidiaSmiQOfOtherDrivers(String sample) {
        SavedOutputs saved = read(Map.of("smi-q", Samples.text("nvidia-smi/" + sample)));

        assertThat(saved.facts().hardware().gpus().error()).isEmpty();
        assertThat(saved.facts().hardware().gpus().or(List.of())).isNotEmpty();
    }

    @Test
    void readsAnEvidenceBundleWithTheExitStatusesThatItsContentsName() {
        SavedOutputs saved = read(Map.of(
                "CONTENTS.txt",
                        "node prod-a/gpu-041\nrun node/prod-a/gpu-041\nsince 2026-11-21T10:00:00Z\n"
                                + "journal-kernel: exit 0\ndmesg: exit 1\nproc-driver: exit 1\ndkms: exit 0\n",
                "journal-kernel.txt", "",
                "dmesg.txt", "dmesg: read kernel buffer failed: Operation not permitted\n",
                "proc-driver.txt", "cat: /proc/driver/nvidia/version: No such file or directory\n",
                "dkms.txt", "",
                "uptime.txt", " 12:00:00 up 3 days\n"));

        assertThat(saved.facts().node()).isEqualTo(new NodeRef("prod-a", "gpu-041"));
        assertThat(saved.facts().kernelEvents().value()).contains(List.of());
        assertThat(saved.facts().version(Field.DRIVER_RESIDENT).error())
                .isEqualTo("proc-driver: exit 1: cat: /proc/driver/nvidia/version: No such file or directory");
        assertThat(saved.files())
                .containsEntry("dmesg.txt", "not read: journal-kernel.txt states it already")
                .containsEntry("uptime.txt", "not a source of facts");
    }

    @Test
    void neverTakesAnEmptyFileOrAShellsErrorForAnAnswer() {
        SavedOutputs saved = read(Map.of(
                "holders.txt", "",
                "journal-kernel.txt", "\n",
                "nvidia-smi-q.txt", "bash: nvidia-smi: command not found\n"));

        assertThat(saved.facts().hardware().holders().error())
                .isEqualTo("holders: holders.txt: empty, and nothing shows whether its command failed");
        assertThat(saved.facts().kernelEvents().known()).isFalse();
        assertThat(saved.facts().version(Field.GSP_FIRMWARE).error())
                .isEqualTo("smi-q: nvidia-smi-q.txt: bash: nvidia-smi: command not found");
    }

    @Test
    void neverTakesAPartOfThePackageListForTheWhole() {
        SavedOutputs saved = read(Map.of("dpkg-l.txt", Samples.text("packages/dpkg-l-held-and-removed-510.txt")));

        assertThat(saved.facts().software().packages().known()).isFalse();
        assertThat(saved.facts().version(Field.FABRIC_MANAGER).known()).isFalse();
    }

    @Test
    void knowsNothingOfAnEmptyFolder() {
        SavedOutputs saved = read(Map.of());

        assertThat(saved.facts().errors()).hasSizeGreaterThan(30);
        assertThat(saved.files()).isEmpty();
    }
}
