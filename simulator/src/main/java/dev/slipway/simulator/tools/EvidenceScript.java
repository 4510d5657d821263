package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Plays {@code slipway-evidence}: the parts of a bug report, framed like the probe. */
final class EvidenceScript {
    private EvidenceScript() {}

    static Answer run(SimulatedNode node, List<String> arguments) {
        Instant t0 = Instant.ofEpochSecond(arguments.isEmpty() ? 0 : Long.parseLong(arguments.getFirst()));
        node.clock().spend(Duration.ofSeconds(8));
        Frames frames = new Frames();
        frames.add("nvidia-smi-q", new Smi().run(node, List.of("-q")));
        frames.add("nvidia-smi", new Smi().run(node, List.of()));
        frames.add("journal-kernel", Answer.of(Kernel.log(node, t0)));
        frames.add("boot-id", Answer.of(node.power().bootId() + "\n"));
        frames.add("journal-kernel-before", Kernel.logBefore(node));
        frames.add("dmesg", Answer.of(Kernel.log(node, Instant.EPOCH)));
        PackageTools.of(node).logs(node).forEach((name, log) -> frames.add(name, log));
        frames.add("dcgmi-health", new Dcgmi().run(node, List.of("health", "-c")));
        frames.add("lspci-vv", Kernel.lspci(node, List.of()));
        frames.add("modinfo", Kernel.modinfo(node, List.of("nvidia")));
        frames.add("dkms", KernelModules.dkms(node, List.of("status")));
        frames.add(
                "services",
                Answer.of(Systemctl.show(node, List.of("nvidia-persistenced", "nvidia-fabricmanager", "nvidia-dcgm"))));
        return frames.end();
    }

    /** Plays {@code slipway-vendor}: what a vendor requires for a GPU. */
    static Answer vendor(SimulatedNode node, List<String> arguments) {
        Instant t0 = Instant.ofEpochSecond(arguments.isEmpty() ? 0 : Long.parseLong(arguments.getFirst()));
        node.clock().spend(Duration.ofSeconds(20));
        Frames frames = new Frames();
        frames.add("identity", smi(node, "--query-gpu=index,uuid,serial,pci.bus_id,name,vbios_version"));
        frames.add("nvidia-smi-q", smi(node, "-q"));
        frames.add("lspci-vv", Kernel.lspci(node, List.of()));
        frames.add("journal-kernel", Answer.of(Kernel.log(node, t0)));
        frames.add("boot-id", Answer.of(node.power().bootId() + "\n"));
        frames.add("journal-kernel-before", Kernel.logBefore(node));
        frames.add("dmesg", Answer.of(Kernel.log(node, Instant.EPOCH)));
        frames.add("dcgmi-health", new Dcgmi().run(node, List.of("health", "-c")));
        frames.add("dcgmi-diag", new Dcgmi().run(node, List.of("diag", "-r", "2", "-j")));
        frames.add(
                "event-log",
                Answer.of("1 | 11/21/26 | 10:12:44 UTC | Critical Interrupt | Bus Fatal Error | Asserted\n"));
        frames.add("bug-report", Answer.of("Start of NVIDIA bug report log file.\n" + Kernel.log(node, t0)));
        return frames.end();
    }

    private static Answer smi(SimulatedNode node, String... words) {
        return new Smi().run(node, List.of(words));
    }
}
