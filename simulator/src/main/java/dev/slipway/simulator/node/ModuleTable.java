package dev.slipway.simulator.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the driver's modules in the kernel of one node: which are loaded, what prevents one from being unloaded, and
 * what prevents the driver from being loaded. Its version is the {@link Driver}'s.
 */
public final class ModuleTable {
    /** The driver's own, in the order in which they load. */
    public static final List<String> OWN = List.of("nvidia", "nvidia_modeset", "nvidia_drm", "nvidia_uvm");

    private final List<String> loaded = new ArrayList<>();
    private final Map<String, String> pods = new LinkedHashMap<>();
    private Optional<Refusal> refusal = Optional.empty();
    private boolean leaked;
    private boolean stray;
    private Optional<String> strayPackage = Optional.empty();
    private boolean damaged;

    /** States why a load fails: modprobe's message, the kernel's log, and whether a boot ends it. */
    public record Refusal(String said, String logged, boolean untilBoot) {}

    /** Ends what a boot ends. */
    void booting() {
        leaked = false;
        refusal = refusal.filter(found -> !found.untilBoot());
    }

    /** A boot loads all of them where a driver is found. */
    void booted(boolean driver) {
        loaded.clear();
        if (driver) {
            loaded.addAll(OWN);
        }
    }

    public boolean loaded(String module) {
        return loaded.contains(module);
    }

    public void load(String module) {
        if (!loaded.contains(module)) {
            loaded.add(module);
        }
    }

    public void unload(String module) {
        loaded.remove(module);
    }

    /** Returns why the driver cannot be loaded now. */
    public Optional<Refusal> refusal() {
        return damaged
                ? Optional.of(new Refusal("Exec format error", "nvidia: module has an invalid ELF header", false))
                : refusal;
    }

    /** The file of the module is damaged, until its package puts it in place again. */
    void fileDamaged() {
        damaged = true;
    }

    void fileWritten() {
        damaged = false;
    }

    /** Applies a new image: its module is complete and the only one. */
    void imaged() {
        refusal = Optional.empty();
        damaged = false;
        stray = false;
        strayPackage = Optional.empty();
    }

    void refuses(Refusal why) {
        refusal = Optional.of(why);
    }

    /** Returns whether something in the kernel holds a reference without a process, until the next boot. */
    public boolean leaked() {
        return leaked;
    }

    void leaks() {
        leaked = true;
    }

    /** There are two copies of the driver's module for the running kernel. */
    public boolean stray() {
        return stray;
    }

    void strayCopy(Optional<String> owner) {
        stray = true;
        strayPackage = owner;
    }

    /** Returns the package that the second copy belongs to, where it belongs to one. */
    public Optional<String> strayPackage() {
        return strayPackage;
    }

    /** Removes the copy that belonged to a removed package. */
    void purged(String name) {
        if (strayPackage.filter(name::equals).isPresent()) {
            stray = false;
            strayPackage = Optional.empty();
        }
    }

    /** Returns pods of the operator that hold the device files, by uid, with the command that each shows. */
    public Map<String, String> pods() {
        return pods;
    }
}
