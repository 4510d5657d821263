package dev.slipway.runbook.modulereload;

import dev.slipway.model.Baseline;
import dev.slipway.model.Boot;
import dev.slipway.model.CdiSpecs;
import dev.slipway.model.Field;
import dev.slipway.model.LoadState;
import dev.slipway.model.LoadState.Loaded;
import dev.slipway.model.LoadState.Trouble;
import dev.slipway.model.NodeFacts;
import dev.slipway.runbook.SeenDriver;
import dev.slipway.runbook.Unread;
import java.util.List;

/**
 * A driver in its four places beside the pin: {@code resident} in the kernel, empty where none is loaded, {@code disk} what
 * a load would take, {@code library} what clients bring, {@code initramfs} what the next boot would load.
 */
record Seen(NodeFacts facts, Baseline goal, String resident, String disk, String library, String pin)
        implements SeenDriver {

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

    @Override
    public Unread unread() {
        if (operated()) {
            return Unread.ofDriver(facts);
        }
        boolean built = !notBuilt();
        Unread unread = Unread.ofModules(facts)
                .lookIf(loaded(), "driverResident", facts.version(Field.DRIVER_RESIDENT))
                .lookIf(built, "driverOnDisk", facts.version(Field.DRIVER_ON_DISK))
                .lookIf(built, "vermagic", load().vermagic())
                .lookIf(!loaded() || silent(), "kernel log", load().troubles());
        return pin.isBlank() ? unread.with("pin", "the baseline names no driver") : unread;
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
        return load().firmwareFails();
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

    CdiSpecs cdi() {
        return facts.driverFiles().cdi().or(new CdiSpecs(List.of(), false, false));
    }

    boolean staleCdi() {
        return !cdi().stale(pin).isEmpty();
    }

    boolean cdiUnread() {
        return !facts.driverFiles().cdi().known();
    }

    String cdiError() {
        return facts.driverFiles().cdi().error();
    }
}
