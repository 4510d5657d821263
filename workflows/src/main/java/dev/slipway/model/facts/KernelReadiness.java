package dev.slipway.model.facts;

import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks what a kernel needs before a node may boot it and find its GPUs. */
public final class KernelReadiness {
    private static final List<String> BESIDE = List.of("nvidia-fs", "nvidia-peermem");
    private static final String INSTALLED = "installed";
    private static final Pattern DISTRIBUTION = Pattern.compile("\\.el[0-9_]+\\.[a-z0-9_]+$");

    private static final String UBUNTU = "linux-modules-nvidia-";
    private static final String RHEL = "kmod-nvidia-";
    private static final Pattern UBUNTU_KERNEL = Pattern.compile("-[0-9]+\\.[0-9]+\\.[0-9]+-.*$");
    private static final Pattern RHEL_DRIVER = Pattern.compile("-[0-9].*$");

    private KernelReadiness() {}

    /**
     * Returns what {@code kernel} lacks, a few words each; empty if it boots with its module. What was not read counts
     * as lacking.
     */
    public static List<String> lacking(NodeFacts facts, String kernel) {
        List<String> lacking = new ArrayList<>(bootLacking(facts, kernel));
        if (!moduleInstalled(facts, kernel)) {
            lacking.add("no module of the driver is installed for it");
        }
        return lacking;
    }

    /** Returns what {@code kernel} lacks to boot at all. */
    public static List<String> bootLacking(NodeFacts facts, String kernel) {
        List<String> lacking = new ArrayList<>();
        KernelState state = facts.kernels();
        if (!installed(facts, kernel)) {
            lacking.add("it is not in /boot");
        } else if (state.kernels().or(List.of()).stream()
                .noneMatch(k -> k.version().equals(kernel) && k.initramfs())) {
            lacking.add("it has no initramfs");
        }
        if (state.boot().value().filter(b -> b.entries().containsKey(kernel)).isEmpty()) {
            lacking.add("the boot loader has no entry for it");
        }
        return lacking;
    }

    /** Returns whether its image is in {@code /boot}. */
    public static boolean installed(NodeFacts facts, String kernel) {
        return facts.kernels().kernels().or(List.of()).stream()
                .anyMatch(k -> k.version().equals(kernel));
    }

    /**
     * Returns whether the driver's module is there for {@code kernel}: built by DKMS, or delivered in a package of its
     * own.
     */
    public static boolean moduleInstalled(NodeFacts facts, String kernel) {
        return driverBuilds(facts).stream().anyMatch(b -> b.kernel().equals(kernel) && done(b))
                || delivered(facts, kernel)
                || (runs(facts, kernel) && facts.version(Field.DRIVER_ON_DISK).known());
    }

    private static boolean runs(NodeFacts facts, String kernel) {
        return facts.boot().value().filter(b -> b.kernel().equals(kernel)).isPresent();
    }

    /** Returns the rows of DKMS that are of the driver itself. */
    public static List<NodeDetails.ModuleBuild> driverBuilds(NodeFacts facts) {
        return facts.kernels().builds().or(List.of()).stream()
                .filter(b -> b.module().startsWith("nvidia") && !BESIDE.contains(b.module()))
                .toList();
    }

    /**
     * Returns modules beside the driver that DKMS built for some kernel and not for {@code kernel}: fabrics and file
     * systems.
     */
    public static List<String> othersMissing(NodeFacts facts, String kernel) {
        List<NodeDetails.ModuleBuild> builds = facts.kernels().builds().or(List.of());
        return builds.stream()
                .filter(b -> !driverBuilds(facts).contains(b))
                .map(NodeDetails.ModuleBuild::module)
                .distinct()
                .filter(module -> builds.stream()
                        .noneMatch(b -> b.module().equals(module) && b.kernel().equals(kernel) && done(b)))
                .toList();
    }

    private static boolean done(NodeDetails.ModuleBuild build) {
        return build.state().startsWith(INSTALLED);
    }

    private static boolean delivered(NodeFacts facts, String kernel) {
        return !deliveredBy(facts, kernel).isEmpty();
    }

    /** Returns the installed packages that hold the compiled module for {@code kernel}. */
    public static List<String> deliveredBy(NodeFacts facts, String kernel) {
        return installedNames(facts).filter(name -> delivers(name, kernel)).toList();
    }

    private static Stream<String> installedNames(NodeFacts facts) {
        return facts.software().packages().or(List.of()).stream()
                .filter(p -> p.status().equals(INSTALLED))
                .map(InstalledPackage::name);
    }

    /**
     * Returns the package on offer with the goal's driver for the goal's kernel, of the same make as those for other
     * kernels.
     */
    public static Optional<KernelState.Offered> offered(NodeFacts facts, Baseline goal) {
        String kernel = goal.pins().getOrDefault(Field.KERNEL, "");
        String driver = goal.pins().getOrDefault(Field.DRIVER_VERSION, "");
        Set<String> makes = installedNames(facts).map(KernelReadiness::make).collect(Collectors.toSet());
        return facts.kernels().offered().or(List.of()).stream()
                .filter(p -> delivers(p.name(), kernel) && p.driver().equals(driver) && makes.contains(make(p.name())))
                .findFirst();
    }

    /**
     * Returns the name of a package with a compiled module without driver and kernel: its branch and flavour remain.
     */
    private static String make(String name) {
        if (name.startsWith(UBUNTU)) {
            return UBUNTU_KERNEL.matcher(name).replaceFirst("");
        }
        return name.startsWith(RHEL) ? RHEL_DRIVER.matcher(name).replaceFirst("") : "";
    }

    /**
     * Returns whether a package of that name holds the compiled module for {@code kernel}: Ubuntu's {@code
     * linux-modules-nvidia-BRANCH-KERNEL}, NVIDIA's {@code kmod-nvidia-DRIVER-KERNEL} for the RHEL family, whose kernel
     * is named without distribution and architecture.
     */
    public static boolean delivers(String name, String kernel) {
        return (name.startsWith(UBUNTU) && name.endsWith("-" + kernel))
                || (name.startsWith(RHEL)
                        && name.endsWith("-" + DISTRIBUTION.matcher(kernel).replaceFirst("")));
    }
}
