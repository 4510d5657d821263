package dev.slipway.simulator.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The driver's modules in the kernel of one node: which are loaded, what keeps one from being unloaded, and what keeps
 * the driver from being loaded. Its version is the {@link Driver}'s.
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

    /** Why a load fails: what modprobe says, what the kernel logs, and whether a boot ends it. */
    public record Refusal(String said, String logged, boolean untilBoot) {}

    /** What a boot ends is over. */
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

    /** Why the driver cannot be loaded now. */
    public Optional<Refusal> refusal() {
        return damaged
                ? Optional.of(new Refusal("Exec format error", "nvidia: module has an invalid ELF header", false))
                : refusal;
    }

    /** The file of the module is damaged, until its package puts it in place again. */
    void fileDamaged() {
        damaged = true;
    }

    void fileInPlace() {
        damaged = false;
    }

    /** A new image: its module is whole and the only one. */
    void imaged() {
        refusal = Optional.empty();
        damaged = false;
        stray = false;
        strayPackage = Optional.empty();
    }

    void refuses(Refusal why) {
        refusal = Optional.of(why);
    }

    /** Something in the kernel keeps a reference that no process answers for, until the next boot. */
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

    /** The package that the second copy belongs to, where it belongs to one. */
    public Optional<String> strayPackage() {
        return strayPackage;
    }

    /** A package went, and with it the copy that belonged to it. */
    void purged(String name) {
        if (strayPackage.filter(name::equals).isPresent()) {
            stray = false;
            strayPackage = Optional.empty();
        }
    }

    /** Pods of the operator that hold the device files, by uid: what each shows as its command. */
    public Map<String, String> pods() {
        return pods;
    }
}
