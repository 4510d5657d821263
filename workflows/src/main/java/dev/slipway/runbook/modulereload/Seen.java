package dev.slipway.runbook.modulereload;

import dev.slipway.model.Baseline;
import dev.slipway.model.Boot;
import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.Field;
import dev.slipway.model.LoadState;
import dev.slipway.model.LoadState.Loaded;
import dev.slipway.model.LoadState.Trouble;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A driver in its four places beside the pin: {@code resident} in the kernel, empty where none is loaded, {@code disk} what
 * a load would take, {@code library} what clients bring, {@code initramfs} what the next boot would load.
 */
record Seen(NodeFacts facts, Baseline goal, String resident, String disk, String library, String pin) {

    static Seen of(NodeFacts facts, Baseline goal) {
        return new Seen(
                facts,
                goal,
                loaded(facts, "nvidia") ? facts.version(Field.DRIVER_RESIDENT).or("") : "",
                facts.version(Field.DRIVER_ON_DISK).or(""),
                facts.version(Field.DRIVER_USERSPACE).or(""),
                goal.pins().getOrDefault(Field.DRIVER_VERSION, ""));
    }

    private static boolean loaded(NodeFacts facts, String module) {
        return facts.load().loaded().or(List.of()).stream().map(Loaded::name).anyMatch(module::equals);
    }

    private LoadState load() {
        return facts.load();
    }

    List<Difference> differences() {
        return Differences.of(facts, goal).all();
    }

    /** Every part that a row stands on and that could not be read, with its reason. */
    private Map<String, String> unread() {
        Map<String, String> unread = new TreeMap<>();
        note(unread, "identity", facts.identity());
        note(unread, "boot", facts.boot());
        note(unread, "gpusOnBus", facts.hardware().gpusOnBus());
        note(unread, "driverOwner", facts.software().driverOwner());
        note(unread, "packages", facts.software().packages());
        note(unread, "packagesBroken", facts.software().packagesBroken());
        note(unread, "loaded modules", load().loaded());
        note(unread, "module files", load().files());
        note(unread, "driverUserspace", facts.version(Field.DRIVER_USERSPACE));
        if (loaded()) {
            note(unread, "driverResident", facts.version(Field.DRIVER_RESIDENT));
        }
        if (!load().files().or(List.of()).isEmpty()) {
            note(unread, "driverOnDisk", facts.version(Field.DRIVER_ON_DISK));
            note(unread, "vermagic", load().vermagic());
        }
        if (!loaded() || silent()) {
            note(unread, "kernel log", load().troubles());
        }
        if (pin.isBlank()) {
            unread.put("pin", "the baseline names no driver");
        }
        return unread;
    }

    private static void note(Map<String, String> unread, String part, Reading<?> reading) {
        if (!reading.known()) {
            unread.put(part, reading.error());
        }
    }

    boolean unreadable() {
        return !unread().isEmpty();
    }

    String whatIsUnread() {
        return unread().entrySet().stream()
                .map(e -> e.getKey() + " (" + e.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    boolean gpuMissing() {
        return facts.hardware().gpusOnBus().or(0) < goal.profile().expectedGpus();
    }

    /** nvidia-smi fails, shows no GPU, or fewer than are on the bus. */
    boolean silent() {
        return facts.hardware().gpus().or(List.of()).size() < goal.profile().expectedGpus();
    }

    boolean ownedBy(DriverOwner owner) {
        return facts.software().driverOwner().or(DriverOwner.NONE) == owner;
    }

    boolean loaded() {
        return loaded(facts, "nvidia");
    }

    /** Another driver holds the GPUs, so that this one cannot. */
    boolean otherDriver() {
        return !loaded() && (loaded(facts, "nouveau") || blames(Trouble.Kind.OTHER_DRIVER));
    }

    boolean blames(Trouble.Kind kind) {
        return load().troubles().or(List.of()).stream().anyMatch(t -> t.kind() == kind);
    }

    boolean notBuilt() {
        return load().files().or(List.of()).isEmpty();
    }

    boolean manyFiles() {
        return load().files().or(List.of()).size() > 1;
    }

    String files() {
        return String.join(", ", load().files().or(List.of()));
    }

    boolean packagesBroken() {
        return !facts.software().packagesBroken().or(List.of()).isEmpty();
    }

    /** What lies there at the pin is of another kernel. */
    boolean staleBuild() {
        String kernel = facts.boot().map(Boot::kernel).or("");
        boolean foreign = !load().vermagic().or("").split(" ", 2)[0].equals(kernel);
        boolean refused = !loaded() && (blames(Trouble.Kind.OTHER_KERNEL) || blames(Trouble.Kind.UNKNOWN_SYMBOL));
        return disk.equals(pin) && (foreign || refused);
    }

    /** Disk and library moved together, away from the pin that is still loaded. */
    boolean movedUnderThePin() {
        return resident.equals(pin) && !disk.equals(pin) && disk.equals(library);
    }

    boolean neverReloaded() {
        return loaded() && !resident.equals(disk) && disk.equals(pin) && library.equals(pin);
    }

    boolean libraryAlone() {
        return loaded() && resident.equals(disk) && !library.equals(disk);
    }

    boolean moduleAlone() {
        return loaded() && resident.equals(library) && !disk.equals(resident);
    }

    boolean allDiffer() {
        return loaded() && !resident.equals(disk) && !disk.equals(library) && !resident.equals(library);
    }

    /** Nothing is loaded, and module and library are of two versions. */
    boolean unloadedAndMixed() {
        return !loaded() && !disk.equals(library);
    }

    boolean unloadedAtThePin() {
        return !loaded() && disk.equals(pin) && library.equals(pin);
    }

    /** What a load would bring is one version, and not the pinned one. */
    boolean consistentlyDrifted() {
        return disk.equals(library) && !disk.equals(pin);
    }

    boolean gspTrouble() {
        return blames(Trouble.Kind.GSP_FIRMWARE) || blames(Trouble.Kind.ADAPTER);
    }

    /** The next boot would bring back another driver; an initramfs without one loads what is on disk. */
    boolean staleInitramfs() {
        String next = load().initramfs().or("");
        return !next.isEmpty() && !next.equals(pin);
    }

    boolean initramfsUnread() {
        return !load().initramfs().known();
    }

    String initramfsError() {
        return load().initramfs().error();
    }
}
