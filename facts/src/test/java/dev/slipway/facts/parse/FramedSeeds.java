package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Answers of the probe, short enough that a fuzzer gets through many: a small one with its end, and its single sections. */
final class FramedSeeds {
    private FramedSeeds() {}

    static Stream<byte[]> all() {
        Map<String, String> sections = sections();
        byte[] whole = framed(sections);
        Stream<byte[]> single = sections.entrySet().stream().map(s -> framed(Map.of(s.getKey(), s.getValue())));
        return Stream.concat(
                Stream.of(whole, Arrays.copyOf(whole, whole.length / 2), "motd\n".getBytes(UTF_8)), single);
    }

    private static byte[] framed(Map<String, String> sections) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sections.forEach((name, text) -> out.writeBytes(
                ("@@ " + name + " 0 " + text.getBytes(UTF_8).length + "\n" + text + "\n").getBytes(UTF_8)));
        out.writeBytes("@@ end 0 0\n".getBytes(UTF_8));
        return out.toByteArray();
    }

    private static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("collector", "version 0123456789ab t0 1732500000\n");
        sections.put("machine-id", "3d1219c7c4c5404aaa1f6d2a48adfda4\n");
        sections.put("product-uuid", "4C4C4544-0042-3510-8052-B4C04F4D3733\n");
        sections.put("boot-id", "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\n");
        sections.put("boot-id-last", "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\n");
        sections.put("boot-time", "btime 1732000000\n");
        sections.put("kernel", "6.8.0-60-generic\n");
        sections.put("kernels", "vmlinuz-6.8.0-60-generic\n");
        sections.put("initramfs", "# /boot/i\nlib/firmware/nvidia/570.1/g.bin\nm/nvidia.ko.zst\n# files 9\n");
        sections.put("dkms", "nvidia/570.1, 6.8.0-60-generic, x86_64: installed\n");
        sections.put("holds", "libnccl2\n");
        sections.put("packages", "libnccl2\t2.27.3-1+cuda12.8\tinstall ok installed\n");
        sections.put("services", "Id=nvidia-dcgm.service\nLoadState=loaded\nActiveState=active\nSubState=running\n");
        sections.put(
                "kernel-log",
                "# source=journal since=1732500000\n1732500100.0 h kernel: NVRM: Xid (PCI:0000:5d:00): 79, x\n");
        sections.put(
                "smi-gpus",
                "0, GPU-b42dd28e-ffdd, 16544, 00000000:18:00.0, H100, 570.1, 96.00, Enabled, Default, 700.00 W, 2619 MHz,"
                        + " 1980 MHz, Enabled, Disabled\n");
        sections.put(
                "smi-q",
                "Attached GPUs : 1\nGPU 00000000:18:00.0\n    ECC Mode\n        Current : Enabled\n"
                        + "    Remapped Rows : N/A\n    GSP Firmware Version : ERR!\n");
        sections.put("nvlink", "GPU 0: H100 (UUID: GPU-b42dd28e-ffdd)\n\t Link 0: 26.562 GB/s\n");
        return sections;
    }
}
