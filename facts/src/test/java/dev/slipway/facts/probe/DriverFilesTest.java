package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.model.facts.CdiSpecs;
import dev.slipway.model.facts.CdiSpecs.Spec;
import dev.slipway.model.facts.DriverFiles;
import dev.slipway.model.facts.DriverFiles.Firmware;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The driver's files beside its module: who owns a stray copy, what firmware is there, and who turns it off. */
class DriverFilesTest {
    private static final String DKMS = "/lib/modules/6.8.0-60-generic/updates/dkms/nvidia.ko.zst";
    private static final String STRAY = "/lib/modules/6.8.0-60-generic/kernel/nvidia-580/nvidia.ko";

    private static DriverFiles files(String section, String text) {
        Map<String, String> sections = Samples.healthy();
        sections.put(section, text);
        return ProbeAnswer.of(Samples.answer(sections))
                .facts(new NodeRef("prod", "gpu-1"), Instant.EPOCH)
                .driverFiles();
    }

    @Test
    void namesThePackageOfEachCopyAndSaysWhereThereIsNone() {
        assertThat(files("module-owners", DKMS + "\t\n" + STRAY + "\tlinux-modules-nvidia-580\n")
                        .owners()
                        .or(Map.of()))
                .isEqualTo(Map.of(DKMS, "", STRAY, "linux-modules-nvidia-580"));
    }

    @Test
    void readsTheFirmwareOfEachVersionAndLeavesThatOfAnotherDriverOut() {
        String text = "d 4096 570.124.06\nf 12 570.124.06/gsp_ga10x.bin\nl 40 570.124.06/gsp_tu10x.bin\n"
                + "f 0 570.124.06/gsp_gb10x.bin\nd 4096 580.65.06\n";
        List<Firmware> found = files("firmware", text).firmware().or(List.of());
        assertThat(found).extracting(Firmware::version).containsExactly("570.124.06", "580.65.06");
        assertThat(found.getFirst().has("gsp_ga10x.bin")).isTrue();
        assertThat(found.getFirst().has("gsp_tu10x.bin"))
                .as("a link into nothing")
                .isFalse();
        assertThat(found.getFirst().has("gsp_gb10x.bin")).as("an empty file").isFalse();
        assertThat(found.getFirst().has("gsp_xx.bin")).isFalse();
        assertThat(files("firmware", "").firmware().or(List.of(found.getFirst())))
                .isEmpty();
    }

    @Test
    void knowsWhatTheModuleOnDiskAsksFor() {
        String modinfo =
                Samples.healthy().getOrDefault("modinfo", "") + "firmware:       nvidia/565.57.01/gsp_ga10x.bin\n";
        assertThat(files("modinfo", modinfo).asked().or(List.of())).containsExactly("565.57.01/gsp_ga10x.bin");
        assertThat(Samples.healthy().getOrDefault("modinfo", "")).doesNotContain("firmware:");
        assertThat(files("audit", "").asked().or(List.of("none"))).isEmpty();
    }

    @Test
    void findsWhoTurnsTheSystemProcessorOff() {
        String text = "/etc/modprobe.d/nvidia-gsp.conf:options nvidia NVreg_EnableGpuFirmware=0 NVreg_X=1\n"
                + "/proc/cmdline:nvidia.NVreg_EnableGpuFirmware=18\n";
        assertThat(files("gsp-setting", text).gspSettings().or(Map.of()))
                .isEqualTo(Map.of("/etc/modprobe.d/nvidia-gsp.conf", "0", "/proc/cmdline", "18"));
    }

    @Test
    void readsWhatContainersAreToldOfTheDriverAndWhoWritesIt() {
        CdiSpecs found = files(
                        "cdi",
                        "have nvidia-cdi-refresh\nspec nvidia.com/gpu 565.57.01,570.133.20 /var/run/cdi/a b.json\nspec - - /etc/cdi/x.yml\n")
                .cdi()
                .or(new CdiSpecs(List.of(), true, true));
        assertThat(found)
                .isEqualTo(new CdiSpecs(
                        List.of(
                                new Spec("/var/run/cdi/a b.json", "nvidia.com/gpu", List.of("565.57.01", "570.133.20")),
                                new Spec("/etc/cdi/x.yml", "", List.of())),
                        false,
                        true));
        assertThat(files("cdi", "cat: /etc/cdi/nvidia.yaml: Permission denied")
                        .cdi()
                        .error())
                .contains("Permission denied");
    }

    @ParameterizedTest
    @CsvSource({
        "module-owners,find: no such folder",
        "firmware,find: Permission denied",
        "firmware,f twelve 570.1/gsp",
        "gsp-setting,grep: what"
    })
    void anAnswerThatIsNotUnderstoodIsUnknown(String section, String text) {
        DriverFiles files = files(section, text);
        assertThat(files.owners().known()
                        && files.firmware().known()
                        && files.gspSettings().known())
                .isFalse();
    }
}
