package dev.slipway.activities.kernel;

import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.KernelState.BootLoader;
import dev.slipway.model.node.BootRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Manages kernels on Debian and Ubuntu: apt, initramfs-tools, and GRUB with its entries in a submenu. */
record DebKernels() implements KernelSystem {
    /** Matches packages that hold nothing and depend on the newest kernel of their flavour. */
    private static final Pattern FLAVOUR = Pattern.compile(
            "linux(-image|-headers)?-(generic|virtual|server|lowlatency|nvidia|aws|azure|gcp|oracle|kvm|amd64|arm64"
                    + "|cloud-amd64)"
                    + "(-64k)?(-hwe-[0-9.]+)?(-edge)?");

    private static final String SETTING = "/etc/default/grub.d/99-slipway.cfg";

    /**
     * GRUB starts what is saved, which is this entry, and no longer the first of its menu. One line, as detached runs
     * want it.
     */
    private static final String SAVED = "mkdir -p /etc/default/grub.d && printf 'GRUB_DEFAULT=saved\\n' >" + SETTING
            + ".new && sync " + SETTING + ".new && mv " + SETTING + ".new " + SETTING
            + " && grub-set-default \"$1\" && update-grub";

    @Override
    public List<List<String>> headers(String kernel) {
        return List.of(
                apt("-o", "APT::Update::Error-Mode=any", "update"), apt("-y", "install", "linux-headers-" + kernel));
    }

    @Override
    public List<List<String>> modulePackage(KernelState.Offered offered) {
        return List.of(apt(
                "-y", "--no-remove", "--no-install-recommends", "install", offered.name() + "=" + offered.version()));
    }

    @Override
    public List<List<String>> remove(List<String> names) {
        List<String> words = apt("-y", "remove");
        words.addAll(names);
        return names.isEmpty() ? List.of() : List.of(words);
    }

    private static List<String> apt(String... words) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "DEBIAN_FRONTEND=noninteractive",
                "apt-get",
                "-q",
                "-o",
                "DPkg::Lock::Timeout=600",
                "-o",
                "Dpkg::Use-Pty=0"));
        command.addAll(List.of(words));
        return command;
    }

    @Override
    public List<List<String>> initramfs(String kernel, boolean there) {
        return List.of(List.of("update-initramfs", there ? "-u" : "-c", "-k", kernel));
    }

    /** grub-reboot counts only where the default is a saved one: then what is the default now is saved first. */
    @Override
    public List<List<String>> bootOnce(BootLoader now, String kernel) {
        List<List<String>> commands = new ArrayList<>();
        if (!now.saved()) {
            commands.add(saved(entry(now, now.kernel())));
        }
        commands.add(List.of("grub-reboot", entry(now, kernel)));
        return commands;
    }

    @Override
    public List<List<String>> bootAlways(BootLoader now, String kernel) {
        return now.saved()
                ? List.of(List.of("grub-set-default", entry(now, kernel)), List.of("update-grub"))
                : List.of(saved(entry(now, kernel)));
    }

    @Override
    public List<List<String>> restore(BootRecord recorded, BootLoader now) {
        List<List<String>> commands = new ArrayList<>();
        if (!now.once().isEmpty()) {
            commands.add(List.of("grub-editenv", "-", "unset", "next_entry"));
        }
        if (!recorded.setting().equals("saved")) {
            if (now.saved()) {
                commands.add(List.of("rm", "-f", SETTING));
                commands.add(List.of("update-grub"));
            }
        } else if (recorded.savedEntry().isEmpty()) {
            commands.add(List.of("grub-editenv", "-", "unset", "saved_entry"));
        } else if (!recorded.savedEntry().equals(now.savedEntry())) {
            commands.add(List.of("grub-set-default", recorded.savedEntry()));
        }
        return commands;
    }

    private static List<String> saved(String entry) {
        return RemoteCommand.script("slipway-grub-saved", SAVED, entry).words();
    }

    private static String entry(BootLoader now, String kernel) {
        return now.entries().getOrDefault(kernel, kernel);
    }

    @Override
    public List<InstalledPackage> packages(List<InstalledPackage> installed, String kernel) {
        return installed.stream()
                .filter(p -> p.status().equals("installed"))
                .filter(p -> FLAVOUR.matcher(p.name()).matches()
                        || (p.name().startsWith("linux-") && p.name().endsWith("-" + kernel)))
                .toList();
    }

    @Override
    public String held(InstalledPackage named) {
        return named.name();
    }

    @Override
    public List<List<String>> hold(List<InstalledPackage> packages, boolean hold) {
        List<String> words = new ArrayList<>(List.of("apt-mark", hold ? "hold" : "unhold"));
        packages.forEach(p -> words.add(p.name()));
        return packages.isEmpty() ? List.of() : List.of(words);
    }
}
