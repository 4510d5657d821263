package dev.slipway.activities.kernel;

import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelReadiness;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.KernelState.BootLoader;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.List;

/**
 * Holds what was read of a node's kernels at one moment, beside one of them. What was not read fails with TRANSIENT.
 */
record KernelReading(NodeFacts facts, String kernel) {
    static final String[] SECTIONS = {
        "boot-id", "kernel", "cmdline", "system-state", "os-release", "kernels", "next-kernel", "packages", "holds",
        "audit", "dkms", "modinfo", "secure-boot", "kernel-headers", "build-log", "boot-loader", "nouveau", "free",
        "kernel-tools", "offered-modules"
    };

    private <T> T known(String what, Reading<T> reading) {
        return reading.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read the " + what + " of " + facts.node() + ": " + reading.error()));
    }

    boolean headers() {
        return known("headers", facts.kernels().headers()).contains(kernel);
    }

    boolean built() {
        known("modules of DKMS", facts.kernels().builds());
        return KernelReadiness.moduleInstalled(facts, kernel);
    }

    boolean initramfs() {
        return known("kernels", facts.kernels().kernels()).stream()
                .anyMatch(k -> k.version().equals(kernel) && k.initramfs());
    }

    /** Returns the first line of the last build for this kernel that names a fault; empty if there is none. */
    String buildError() {
        var log = known("build log", facts.kernels().buildLog());
        return log.kernel().equals(kernel) ? log.error() : "";
    }

    /** Returns the package with the goal's module for the kernel; VERDICT if none is on offer. */
    KernelState.Offered offered(Baseline goal) {
        known("packages on offer", facts.kernels().offered());
        return KernelReadiness.offered(facts, goal)
                .orElseThrow(() -> FailureType.VERDICT.of("no package with the pinned driver's module for " + kernel
                        + " is on offer on " + facts.node()));
    }

    /** Returns the installed packages with the compiled module, each with its version. */
    List<String> delivered() {
        List<String> names = KernelReadiness.deliveredBy(facts, kernel);
        return facts.software().packages().or(List.of()).stream()
                .filter(p -> names.contains(p.name()))
                .map(p -> p.name() + " " + p.version())
                .toList();
    }

    BootLoader loader() {
        return known("boot loader", facts.kernels().boot());
    }

    boolean nouveauLoaded() {
        return known("state of nouveau", facts.kernels().nouveau()).loaded();
    }

    boolean nouveauDenied() {
        return known("state of nouveau", facts.kernels().nouveau()).denied();
    }

    String running() {
        return known("running kernel", facts.boot()).kernel();
    }

    boolean signatureWanted() {
        return facts.version(Field.SECURE_BOOT).or("").equals("enabled");
    }

    /** Returns the packages that choose the kernel, and whether each is held. */
    List<InstalledPackage> packages(KernelSystem system) {
        return system.packages(known("packages", facts.software().packages()), kernel);
    }

    KernelSystem system() {
        String image = known("operating system", facts.version(Field.OS_IMAGE));
        return switch (image.split("-", 2)[0]) {
            case "ubuntu", "debian" -> new DebKernels();
            case "rhel", "rocky", "almalinux", "centos", "fedora", "ol" -> new RpmKernels();
            default ->
                throw FailureType.GATE_CLOSED.of(
                        facts.node() + " runs " + image + ", and how that boots a kernel is not known");
        };
    }
}
