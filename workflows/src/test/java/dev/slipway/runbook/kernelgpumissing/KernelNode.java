package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.fake.Sample;
import dev.slipway.model.Field;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.NodeDetails.ModuleBuild;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Boot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A node that runs its pinned kernel with everything that belongs to it, to be spoiled one part at a time. */
final class KernelNode {
    static final String PIN = "6.8.0-60-generic";
    static final String NEWER = "6.8.0-62-generic";

    final Sample sample = Sample.clean();
    final List<ModuleBuild> builds = new ArrayList<>(List.of(build(PIN, "installed")));
    final List<String> headers = new ArrayList<>(List.of(PIN));
    final List<KernelState.Installed> installed = new ArrayList<>(List.of(new KernelState.Installed(PIN, true)));
    final Map<String, Long> free = new LinkedHashMap<>(Map.of("/boot", 1L << 30, "/", 100L << 30, "/var", 100L << 30));
    final List<String> tools = new ArrayList<>(List.of("dkms", "update-initramfs", "grub-reboot"));
    final List<LoadState.Trouble> troubles = new ArrayList<>();
    final List<UnbuildablePair> unbuildable = new ArrayList<>();
    String running = PIN;
    String next = PIN;
    String buildError = "";
    boolean journalKept = true;
    KernelState.Nouveau nouveau = new KernelState.Nouveau(false, true);
    int gpusAgain = 8;
    Reading<List<KernelState.Offered>> offered = Reading.of(List.of());
    Consumer<Sample> last = s -> {};

    static ModuleBuild build(String kernel, String state) {
        return new ModuleBuild("nvidia-srv", Sample.DRIVER, kernel, state);
    }

    /** Another kernel was installed and booted, nothing built for it. */
    KernelNode newer() {
        installed.add(new KernelState.Installed(NEWER, true));
        running = NEWER;
        next = NEWER;
        return noModule();
    }

    /** nvidia-smi fails; the module on disk stays what it is. */
    KernelNode silent() {
        sample.silent();
        return this;
    }

    /** No module for the running kernel. */
    KernelNode noModule() {
        builds.removeIf(b -> b.kernel().equals(running));
        sample.versions.put(Field.DRIVER_ON_DISK, Reading.unknown("modinfo: Module nvidia not found."));
        sample.versions.put(Field.DRIVER_RESIDENT, Reading.unknown("not loaded"));
        if (builds.isEmpty()) {
            builds.add(build("", "added"));
        }
        return silent();
    }

    /** The pinned driver is known not to build for the pinned kernel. */
    KernelNode unbuildable() {
        unbuildable.add(new UnbuildablePair(Sample.DRIVER, Optional.empty(), "6.8.0-6*", "seen before"));
        return this;
    }

    /** A driver that comes in a package for each kernel, of which that for the running one is missing. */
    KernelNode precompiled(KernelState.Offered... onOffer) {
        packages("linux-modules-nvidia-570-server-open-6.8.0-58-generic")
                .noModule()
                .builds
                .clear();
        offered = Reading.of(List.of(onOffer));
        return this;
    }

    KernelNode packages(String... names) {
        List<InstalledPackage> all = new ArrayList<>(sample.packages.or(List.of()));
        for (String name : names) {
            all.add(new InstalledPackage(name, "1", "installed", false));
        }
        sample.packages = Reading.of(all);
        return this;
    }

    Sample sample() {
        sample.version(Field.KERNEL, running);
        sample.boot = Reading.of(new Boot(
                "boot-1",
                running,
                "ro",
                "running",
                installed.stream().map(KernelState.Installed::version).toList(),
                next));
        Map<String, String> entries = new LinkedHashMap<>();
        installed.forEach(k -> entries.put(k.version(), "gnulinux-advanced>gnulinux-" + k.version()));
        sample.kernels = new KernelState(
                Reading.of(List.copyOf(builds)),
                Reading.of(List.copyOf(headers)),
                Reading.of(new KernelState.BuildLog(buildError.isEmpty() ? "" : running, buildError)),
                Reading.of(List.copyOf(installed)),
                Reading.of(new KernelState.BootLoader(
                        next, "", "saved", entries.getOrDefault(next, ""), Map.copyOf(entries))),
                Reading.of(nouveau),
                Reading.of(Map.copyOf(free)),
                Reading.of(new KernelState.Tools(List.copyOf(tools), journalKept)),
                Reading.of(gpusAgain),
                offered);
        LoadState none = LoadState.unread("not asked");
        sample.load = new LoadState(
                none.loaded(),
                none.files(),
                none.vermagic(),
                none.signer(),
                none.flavour(),
                none.initramfs(),
                Reading.of(List.copyOf(troubles)));
        last.accept(sample);
        return sample;
    }
}
