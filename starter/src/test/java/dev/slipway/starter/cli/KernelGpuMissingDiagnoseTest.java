package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.ProbeOutput;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code slipway diagnose} says of a kernel without a module, from saved answers and from kept facts. */
class KernelGpuMissingDiagnoseTest {
    private static final String DRIVER = BuildsCommandTest.DRIVER;
    private static final String KERNEL = BuildsCommandTest.KERNEL;

    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-041");

    @TempDir
    Path folder;

    /** Its GPUs do not answer since its kernel has no module, which the pinned driver would have to be built for. */
    private static ProbeOutput unbuilt() {
        return new ProbeOutput(DRIVER)
                .put("smi-gpus", "")
                .put("proc-driver", "")
                .put("driver-owner", "dpkg-owned nvidia-dkms-570-server\n")
                .put("dkms", "nvidia/" + DRIVER + ": added\n")
                .put("kernel-headers", KERNEL + "\n")
                .put("build-log", "")
                .put("kernels", "vmlinuz-" + KERNEL + "\ninitrd.img-" + KERNEL + "\n")
                .put("boot-loader", "setting saved\nsaved_entry=a\n" + entry())
                .put("nouveau", "loaded no\ndenied yes\n")
                .put("free", free())
                .put("bus-last", new ProbeOutput(DRIVER).section("lspci"))
                .put("kernel-tools", "have dkms\nhave update-initramfs\njournal kept\n")
                .put("audit", "");
    }

    private static String entry() {
        return "entry a " + KERNEL + "\n";
    }

    private static String free() {
        return "Filesystem 1024-blocks Used Available Capacity Mounted on\n"
                + "/dev/sda1 99999999 1 99999998 1% /boot\n".repeat(3);
    }

    @Test
    void diagnoseTakesTheRowThatARunTakes() throws IOException {
        Path place = Files.createDirectories(folder.resolve("saved/gpu-041"));
        Files.write(place.resolve("probe.txt"), unbuilt().bytes());
        Path config = folder.resolve("config");
        ConfigFolder.in(config);
        Map<String, String> configured = Map.of("SLIPWAY_CONFIG", config.toString());
        String[] saved = {"diagnose", "--from-dir", place.toString(), "--baseline", "hgx-h100-r570-133", "--json"};
        assertThat(slipway(configured, saved).json().at("/way/firstRow").toString())
                .contains("K16");
        Files.writeString(
                config.resolve("known-bad-builds.yaml"),
                "pairs:\n- { driver: " + DRIVER + ", kernel: 6.8.0-*, reason: no such member }\n");
        assertThat(slipway(configured, saved).json().at("/way/firstRow").toString())
                .contains("K28", "no such member (known-bad-builds.yaml)");

        try (RunningStarter starter = RunningStarter.in(folder.resolve("site"))) {
            unbuilt().keep(starter.ledger, NODE, "facts-1");
            String[] kept = {"diagnose", "--node", "gpu-041", "--kept", "--json"};
            assertThat(slipway(starter, kept).json().at("/way/firstRow").toString())
                    .contains("K16");
            BuildsCommandTest.learn(starter);
            assertThat(slipway(starter, kept).json().at("/way/firstRow").toString())
                    .contains("K28", "tried on gpu-007 at ");
        }
    }
}
