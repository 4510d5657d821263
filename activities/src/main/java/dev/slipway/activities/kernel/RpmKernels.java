package dev.slipway.activities.kernel;

import dev.slipway.facts.packages.RpmKernel;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.KernelState.BootLoader;
import dev.slipway.model.node.BootRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Manages kernels on the RHEL family: dnf with its versionlock, dracut, and GRUB's entries by index, set by grubby. */
record RpmKernels() implements KernelSystem {
    private static final Pattern KERNEL =
            Pattern.compile("kernel(-core|-modules|-modules-core|-modules-extra|-devel)?");

    @Override
    public List<List<String>> headers(String kernel) {
        return List.of(List.of(
                "dnf",
                "-y",
                "--refresh",
                "--disableplugin=versionlock",
                "install",
                "kernel-devel-" + RpmKernel.version(kernel)));
    }

    @Override
    public List<List<String>> modulePackage(KernelState.Offered offered) {
        return List.of(List.of(
                "dnf",
                "-y",
                "--disableplugin=versionlock",
                "--setopt=install_weak_deps=False",
                "install",
                offered.name() + "-" + offered.version()));
    }

    @Override
    public List<List<String>> remove(List<String> names) {
        List<String> words =
                new ArrayList<>(List.of("dnf", "-y", "--setopt=clean_requirements_on_remove=False", "remove"));
        words.addAll(names);
        return names.isEmpty() ? List.of() : List.of(words);
    }

    @Override
    public List<List<String>> initramfs(String kernel, boolean there) {
        return List.of(List.of("dracut", "-f", "--kver", kernel));
    }

    @Override
    public List<List<String>> bootOnce(BootLoader now, String kernel) {
        return List.of(List.of("grub2-reboot", now.entries().getOrDefault(kernel, kernel)));
    }

    @Override
    public List<List<String>> bootAlways(BootLoader now, String kernel) {
        return List.of(List.of("grubby", "--set-default", "/boot/vmlinuz-" + kernel));
    }

    @Override
    public List<List<String>> restore(BootRecord recorded, BootLoader now) {
        List<List<String>> commands = new ArrayList<>();
        if (!now.once().isEmpty()) {
            commands.add(List.of("grub2-editenv", "-", "unset", "next_entry"));
        }
        if (!recorded.kernel().equals(now.kernel())) {
            commands.addAll(bootAlways(now, recorded.kernel()));
        }
        return commands;
    }

    @Override
    public List<InstalledPackage> packages(List<InstalledPackage> installed, String kernel) {
        return installed.stream()
                .filter(p -> KERNEL.matcher(p.name()).matches()
                        && withoutEpoch(p.version()).equals(RpmKernel.version(kernel)))
                .toList();
    }

    private static String withoutEpoch(String version) {
        return version.substring(version.indexOf(':') + 1);
    }

    @Override
    public String held(InstalledPackage named) {
        return named.name() + "-" + named.version();
    }

    @Override
    public List<List<String>> hold(List<InstalledPackage> packages, boolean hold) {
        List<String> words = new ArrayList<>(List.of("dnf", "--disablerepo=*", "versionlock", hold ? "add" : "delete"));
        packages.forEach(p -> words.add(held(p)));
        return packages.isEmpty() ? List.of() : List.of(words);
    }
}
