package dev.slipway.rules;

import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverBranch;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LoadState.Loaded;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Boot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers who owns a driver, which version is in each of its places, and what prevents a change. */
public record DriverView(NodeView node) {
    private static final Pattern DRIVER_ITSELF = Pattern.compile("nvidia-(?:driver|dkms)-[0-9].*");
    private static final Pattern NO_MODULE = Pattern.compile("not found|no module");
    /** An initramfs holds the firmware of the GPUs beside the module, and a new one is written beside the old. */
    private static final long BOOT_ROOM = 256L << 20;

    /** Holds a version in one place, by the name of the part that it was read from. */
    public record Version(String part, Reading<String> reading) {

        /** Returns whether both are the same. */
        public Judgement is(Version other) {
            return Judgement.of(
                    part,
                    reading,
                    own -> Judgement.of(other.part, other.reading, another -> Judgement.of(own.equals(another))));
        }

        /** Returns whether they differ. */
        public Judgement isNot(Version other) {
            return is(other).not();
        }
    }

    private NodeFacts facts() {
        return node.facts();
    }

    private LoadState load() {
        return facts().load();
    }

    public Judgement ownedBy(DriverOwner owner) {
        return Judgement.of("driverOwner", facts().driverOwner(), found -> Judgement.of(found == owner));
    }

    /** The driver is in the GPU Operator's container: the host changes nothing of it. */
    public Judgement operated() {
        return ownedBy(DriverOwner.OPERATOR_CONTAINER);
    }

    /** Two owners change one driver; a person must take one away. */
    public Judgement ownedTwice() {
        return ownedBy(DriverOwner.BOTH).by("two driver owners on one node: a person must take one away");
    }

    /** The driver was installed by a run file, which no runbook changes. */
    public Judgement ofRunFile() {
        return ownedBy(DriverOwner.RUNFILE).by("run-file driver: a person or a re-image must replace it");
    }

    /** A transaction of packages stopped half way. */
    public Judgement packagesBroken() {
        return Judgement.of("packagesBroken", facts().software().packagesBroken(), Judgement::any);
    }

    /** Returns the installed packages: all but those of which only configuration is left. */
    public List<InstalledPackage> packages() {
        return facts().software().packages().or(List.of()).stream()
                .filter(p -> !p.status().equals("config-files") && !p.status().equals("not-installed"))
                .toList();
    }

    /** The driver itself exists in more than one branch. */
    public Judgement twoBranches() {
        return Judgement.of("packages", facts().software().packages(), all -> {
            List<String> branches = packages().stream()
                    .map(InstalledPackage::name)
                    .filter(name -> DRIVER_ITSELF.matcher(name).matches())
                    .flatMap(name -> DriverBranch.ofPackage(name).stream())
                    .distinct()
                    .sorted()
                    .toList();
            return Judgement.of(branches.size() > 1, "driver branches installed: " + String.join(" and ", branches));
        });
    }

    /** A module of that name is in the kernel. */
    public Judgement loaded(String module) {
        return Judgement.of(
                "loaded modules",
                load().loaded(),
                all -> Judgement.of(all.stream().map(Loaded::name).anyMatch(module::equals)));
    }

    public Judgement loaded() {
        return loaded("nvidia");
    }

    /** Returns the version in the kernel; without a driver there is none. */
    public Version resident() {
        return new Version("driverResident", loaded().isNo() ? Reading.of("") : facts().version(Field.DRIVER_RESIDENT));
    }

    /** Returns the version that the next load would take. */
    public Version onDisk() {
        return new Version("driverOnDisk", facts().version(Field.DRIVER_ON_DISK));
    }

    /** Returns the version that clients bring. */
    public Version library() {
        return new Version("driverUserspace", facts().version(Field.DRIVER_USERSPACE));
    }

    public Version pin() {
        return new Version("pin", node.pin(Field.DRIVER_VERSION));
    }

    /** Returns the paths of the module for the running kernel, as far as they were read. */
    public List<String> files() {
        return load().files().or(List.of());
    }

    /** More than one module exists for the running kernel. */
    public Judgement severalFiles() {
        return Judgement.of("module files", load().files(), all -> Judgement.of(all.size() > 1));
    }

    /** The running kernel has no module: by the files, else by modinfo, else by DKMS. */
    public Judgement noModule() {
        if (load().files().known()) {
            return Judgement.of(files().isEmpty(), "no nvidia module for " + kernel());
        }
        Reading<String> disk = facts().version(Field.DRIVER_ON_DISK);
        boolean inContainer =
                operated().isYes() && facts().version(Field.DRIVER_RESIDENT).known();
        if (disk.known() || inContainer) {
            return Judgement.no();
        }
        if (NO_MODULE.matcher(disk.error()).find()) {
            return Judgement.yes("no nvidia module for " + kernel() + ": " + disk.error());
        }
        return facts().kernels()
                .builds()
                .value()
                .map(builds -> Judgement.of(
                        builds.stream()
                                .noneMatch(b -> b.module().equals("nvidia")
                                        && b.kernel().equals(kernel())
                                        && b.state().startsWith("installed")),
                        "DKMS has no installed nvidia module for " + kernel()))
                .orElseGet(() -> load().files().error().equals(disk.error())
                        ? Judgement.unknown("module files", disk.error())
                        : Judgement.unknown("driverOnDisk", disk.error()));
    }

    private String kernel() {
        return facts().boot().map(Boot::kernel).or("the running kernel");
    }

    /** Answers whether it is known what the next boot would load; unknown if the initramfs could not be read. */
    public Judgement initramfsRead() {
        return Judgement.read("initramfs", load().initramfs());
    }

    /** /boot has no room for one more initramfs, or another of these mounts has not so many bytes free. */
    public Judgement noRoom(Map<String, Long> wanted) {
        return Judgement.of("free", facts().kernels().freeBytes(), free -> {
            Map<String, Long> all = Stream.concat(
                            Stream.of(Map.entry("/boot", BOOT_ROOM)),
                            wanted.entrySet().stream().sorted(Map.Entry.comparingByKey()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
            boolean full =
                    all.entrySet().stream().anyMatch(mount -> free.getOrDefault(mount.getKey(), 0L) < mount.getValue());
            return Judgement.of(
                    full,
                    all.keySet().stream()
                            .map(mount -> mount + " " + (free.getOrDefault(mount, 0L) >> 20) + " MB free")
                            .collect(Collectors.joining(", ", "no room: ", "")));
        });
    }
}
