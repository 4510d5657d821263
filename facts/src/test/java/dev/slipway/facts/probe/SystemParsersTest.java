package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Dkms;
import dev.slipway.facts.Samples;
import dev.slipway.facts.kernel.DkmsParser;
import dev.slipway.facts.kernel.ModuleFile;
import dev.slipway.facts.kernel.ModuleParser;
import dev.slipway.facts.kernel.ModuleParser.Resident;
import dev.slipway.facts.nvidia.GpuApps;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemParsersTest {

    @ParameterizedTest
    @CsvSource({
        "lspci-d10de-h100x8-oc-debug.txt, 8",
        "lspci-gb200-no-nn.txt, 4",
        "lspci-nn-a10-vm.txt, 1",
        "lspci-nn-a100x8-nvswitch-domains.txt, 8",
        "lspci-nnv-a30-two-lines.txt, 1",
        "lspci-vvv-h100-nvswitch.txt, 0",
        "lspci-vvv-h100-one-gpu.txt, 1",
    })
    void countsGpusOnTheBus(String sample, int gpus) {
        assertThat(onBus(Samples.text("lspci/" + sample)).map(List::size).or(-1))
                .isEqualTo(gpus);
    }

    private static Reading<List<String>> onBus(String text) {
        return PciDevices.parse(Samples.output(text)).map(PciDevices::gpus);
    }

    @Test
    void doesNotCountADeviceThatLeftTheBus() {
        String line = "0000:5d:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev ";

        assertThat(onBus(line + "a1)").value()).contains(List.of("0000:5d:00.0"));
        assertThat(onBus(line + "ff)").value()).contains(List.of());
        assertThat(onBus("lspci: Cannot open /sys/bus/pci").known()).isFalse();
    }

    @Test
    void readsTheLoadedModule() {
        assertThat(loaded("open-590.48.01-sberlinux-ampm-date.txt").value())
                .contains(new Resident("590.48.01", "open"));
        assertThat(loaded("open-595.71.05-no-date.txt").value()).contains(new Resident("595.71.05", "open"));
        assertThat(loaded("proprietary-550.78.txt").value()).contains(new Resident("550.78", "proprietary"));
        assertThat(ModuleParser.loaded(Samples.output("NVRM version: none"))
                        .value()
                        .known())
                .isFalse();
    }

    private static Reading<Resident> loaded(String sample) {
        return ModuleParser.loaded(Samples.output(Samples.text("proc-driver-version/" + sample)))
                .value();
    }

    @Test
    void twoVersionsOfTheLoadedModuleAreNone() {
        String line = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.78  Sun Apr 14 06:35:45 UTC 2024\n";

        assertThat(ModuleParser.loaded(Samples.output(line + line)).value().known())
                .isTrue();
        assertThat(ModuleParser.loaded(Samples.output(line + line.replace("550.78", "570.133.20")))
                        .value()
                        .error())
                .contains("550.78 and 570.133.20");
    }

    @Test
    void readsTheModuleOnDiskAndHowItCameThere() {
        ModuleFile runfile = onDisk(Samples.text("modinfo/modinfo-470-non-dkms-path.txt"))
                .value()
                .orElseThrow();

        assertThat(runfile.version()).isEqualTo("470.82.01");
        assertThat(runfile.flavour()).contains("proprietary");
        assertThat(onDisk("filename: /a/nvidia.ko\nversion: 570.1\n").value().flatMap(ModuleFile::flavour))
                .isEmpty();
        assertThat(runfile.delivery(List.of())).contains("runfile");
        assertThat(at("/lib/modules/6.8.0-60-generic/kernel/nvidia-570srv/nvidia.ko", List.of()))
                .isEqualTo("precompiled");
        assertThat(at("/lib/modules/6.8.0-60-generic/updates/dkms/nvidia.ko.zst", List.of()))
                .isEqualTo("dkms");
        assertThat(at("/lib/modules/5.14.0/extra/nvidia.ko.xz", List.of())).isEqualTo("precompiled");
        assertThat(at(
                        "/lib/modules/5.14.0/extra/nvidia.ko.xz",
                        List.of(new Dkms("nvidia", "1", "5.14.0", "installed", false))))
                .isEqualTo("dkms");
        assertThat(at("/opt/nvidia.ko", List.of())).isEmpty();
        assertThat(onDisk("modinfo: ERROR: Module nvidia not found.").known()).isFalse();
    }

    private static Reading<ModuleFile> onDisk(String text) {
        return VersionReader.onDisk(Samples.output(text));
    }

    private static String at(String path, List<Dkms> builds) {
        return VersionReader.delivery(new ModuleFile(path, "1", "", "", "", List.of()), builds)
                .or("");
    }

    @Test
    void readsDkmsInBothFormats() {
        assertThat(dkms("new-slash-no-arch-nvidia-srv.txt"))
                .containsExactly(new Dkms("nvidia-srv", "580.159.03", "6.17.0-35-generic", "installed", true));
        assertThat(dkms("old-comma-three-warnings.txt"))
                .containsExactly(new Dkms("nvidia", "450.102.04", "5.8.0-36-generic", "installed", true));
        assertThat(dkms("two-kernels-gcp.txt"))
                .extracting(Dkms::kernel)
                .containsExactly("7.0.0-1003-gcp", "7.0.0-1005-gcp");
        assertThat(builds("nvidia/570.1: added").or(List.of()))
                .containsExactly(new Dkms("nvidia", "570.1", "", "added", false));
        assertThat(builds("Error! Could not find module").known()).isFalse();
    }

    private static List<Dkms> dkms(String sample) {
        return builds(Samples.text("dkms/" + sample)).value().orElseThrow();
    }

    private static Reading<List<Dkms>> builds(String text) {
        return DkmsParser.builds(Samples.output(text));
    }

    @Test
    void readsPackagesWithHoldsAndStatus() {
        String rows = """
                linux-image-6.8.0-60-generic\t6.8.0-60.63\tinstall ok installed
                nvidia-dkms-570-server\t570.1-0ubuntu1\tinstall ok half-configured
                """;
        Reading<List<InstalledPackage>> list = PackageList.parse(rows, "linux-image-6.8.0-60-generic\nlibc6:amd64\n");

        assertThat(list.or(List.of()))
                .containsExactly(
                        new InstalledPackage("linux-image-6.8.0-60-generic", "6.8.0-60.63", "installed", true),
                        new InstalledPackage("nvidia-dkms-570-server", "570.1-0ubuntu1", "half-configured", false));
        assertThat(PackageList.parse(rows + "garbage", "").known()).isFalse();
        assertThat(PackageList.parse("", "").known()).isFalse();
        assertThat(PackageList.parse(rows, "E: Could not open lock").error()).startsWith("holds: ");
    }

    @Test
    void namesBrokenPackages() {
        Reading<List<InstalledPackage>> packages =
                PackageList.parse("a1\t1\tinstall ok unpacked\nb1\t1\tinstall ok installed\n", "");
        String audit = """
                The following packages are only half configured, probably due to problems
                configuring them the first time.  The configuration should be retried using
                dpkg --configure <package> or the configure menu option in dselect:
                 nvidia-dkms-570-server   NVIDIA DKMS package

                """;

        assertThat(broken(audit, 0, packages).or(List.of())).containsExactly("a1", "nvidia-dkms-570-server");
        assertThat(broken("", 0, packages).or(List.of())).containsExactly("a1");
        assertThat(broken("dpkg: error: cannot read\n", 2, packages).known()).isFalse();
        assertThat(PackageList.broken(Reading.unknown("no"), packages).error()).isEqualTo("no");
    }

    private static Reading<List<String>> broken(String text, int exit, Reading<List<InstalledPackage>> packages) {
        return PackageList.broken(Reading.of(new Section(exit, text.getBytes(UTF_8))), packages);
    }

    @Test
    void readsServices() {
        String text =
                "Id=a.service\nLoadState=loaded\nActiveState=failed\n\nId=b.service\nLoadState=not-found\nActiveState=inactive\n";

        assertThat(Services.parse(Samples.output(text)).or(Map.of()))
                .containsExactly(Map.entry("a", "failed"), Map.entry("b", "not-found"));
        assertThat(Services.parse(Samples.output(Samples.text("systemd/systemctl-show-three-units.txt")))
                        .known())
                .isFalse();
        assertThat(Services.parse(Samples.output("")).known()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"lsmod-gpudirect-refcount-115.txt, 7", "lsmod-idle-refcount-2.txt, 3", "lsmod-refcount-96-in-use.txt, 3"
    })
    void readsLoadedModules(String sample, int modules) {
        assertThat(LoadStateReader.names(Samples.output(Samples.text("lsmod/" + sample)))
                        .map(List::size)
                        .or(0))
                .isEqualTo(modules);
        assertThat(LoadStateReader.names(Samples.output("")).known()).isFalse();
    }

    @Test
    void readsVersionsOfTools() {
        for (String sample : List.of("version-dcgmi-short-4.7.0.txt", "version-nv-hostengine-4.7.0.txt")) {
            assertThat(VersionReader.dcgm(Samples.output(Samples.text("dcgmi/" + sample)))
                            .or(""))
                    .isEqualTo("4.7.0");
        }
        assertThat(VersionReader.dcgm(
                                Samples.output(Samples.text("dcgmi/version-dcgmi-v-3.1.8-one-header-missing.txt")))
                        .or(""))
                .isEqualTo("3.1.8");
        assertThat(VersionReader.toolkit(Samples.output(Samples.text("versions/nvidia-container-cli-1.17.5.txt")))
                        .or(""))
                .isEqualTo("1.17.5");
        assertThat(VersionReader.toolkit(Samples.output(Samples.text("versions/nvidia-container-runtime-1.17.6.txt")))
                        .or(""))
                .isEqualTo("1.17.6");
        assertThat(VersionReader.cuda(Samples.output(Samples.text("versions/nvcc-not-found-ubuntu.txt")))
                        .known())
                .isFalse();
        assertThat(VersionReader.library("/usr/lib/libnvidia-ml.so.570.1.2\n/lib64/libnvidia-ml.so.565.1\n")
                        .known())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "dpkg-owned nvidia-dkms-570; HOST_PACKAGED",
                "rpm-owned kmod-nvidia; HOST_PACKAGED",
                "runfile; RUNFILE",
                "container; OPERATOR_CONTAINER",
                "none; NONE",
                "dpkg-owned nvidia-utils|container; BOTH",
                "dpkg-owned nvidia-utils|runfile; BOTH",
            })
    void decidesWhoOwnsTheDriver(String lines, DriverOwner owner) {
        assertThat(OwnerLines.parse(lines.replace('|', '\n')).value()).contains(owner);
        assertThat(OwnerLines.parse("unowned /lib/modules/1/nvidia.ko").known()).isFalse();
        assertThat(OwnerLines.parse("").known()).isFalse();
        assertThat(OwnerLines.parse("none\ncontainer").known()).isFalse();
    }

    @Test
    void namesHoldersAndNeverTakesAFailureForNobody() {
        String text = """
                                     USER        PID ACCESS COMMAND
                /dev/nvidia0:        root       1076 F.... bash
                                     root       1078 F...m python3 -m x
                  1076  1078
                """;

        assertThat(holders(0, text, Reading.of("1078, /usr/bin/python3\n2000, ./train\n"))
                        .or(List.of()))
                .containsExactly(
                        new Holder(1076, "bash", "/dev/nvidia0"),
                        new Holder(1078, "python3 -m x", "/dev/nvidia0"),
                        new Holder(2000, "./train", ""));
        assertThat(holders(1, "", Reading.unknown("x")).or(List.of(new Holder(0, "", ""))))
                .isEmpty();
        assertThat(holders(1, "sudo: a password is required\n", Reading.of("")).known())
                .isFalse();
        assertThat(holders(0, "strange\n", Reading.of("")).known()).isFalse();
        assertThat(holders(0, "/proc/77/fd/4 /dev/nvidiactl\n", Reading.of("")).or(List.of()))
                .containsExactly(new Holder(77, "?", "/dev/nvidiactl"));
    }

    private static Reading<List<Holder>> holders(int exit, String text, Reading<String> apps) {
        Reading<List<GpuApps.App>> listed = apps.value()
                .map(said -> GpuApps.parse(Samples.output(said)))
                .orElseGet(() -> Reading.unknown(apps.error()));
        return Holders.of(Reading.of(new Section(exit, text.getBytes(UTF_8))), listed);
    }

    @Test
    void readsTheManifest() {
        assertThat(Manifest.parse("{\"image_version\":\"v1\",\"built\":\"t\",\"sha256\":\"x\",\"n\":3}")
                        .map(m -> m.extra())
                        .or(Map.of()))
                .containsOnly(Map.entry("sha256", "x"), Map.entry("n", "3"));
        assertThat(Manifest.parse("{\"built\":\"t\"}").known()).isFalse();
        assertThat(Manifest.parse("{\"image_version\":").known()).isFalse();
        assertThat(Manifest.parse("").known()).isFalse();
    }
}
