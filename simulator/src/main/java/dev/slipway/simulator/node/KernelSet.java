package dev.slipway.simulator.node;

import dev.slipway.model.facts.KernelReadiness;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds the kernels of one node: for which of them the driver's module is built, and what the boot loader does with
 * them.
 */
public final class KernelSet {
    private final PackageDatabase packages;
    private final Set<String> unbuilt = new TreeSet<>();
    private final Set<String> withoutHeaders = new TreeSet<>();
    private final Set<String> withoutInitramfs = new TreeSet<>();
    private final Map<String, String> failing = new TreeMap<>();
    private final Map<String, String> logs = new TreeMap<>();
    private Optional<String> once = Optional.empty();
    private boolean onceFails;
    private boolean savedDefault = true;
    private boolean nouveau;
    private boolean nouveauDenied = true;
    private boolean bootFull;
    private boolean withoutDkms;
    private boolean journalLost;
    private boolean secureBoot;
    private String running = "";

    KernelSet(PackageDatabase packages) {
        this.packages = packages;
    }

    /** Releases that are installed, in the order of their packages. */
    public List<String> installed() {
        return packages.family().kernels(packages);
    }

    /** Returns what the boot loader takes now; a one-shot entry is cleared, even if it fails. */
    String boots(String standard) {
        running = once.filter(release -> !onceFails).orElse(standard);
        once = Optional.empty();
        return running;
    }

    void runs(String release) {
        running = release;
    }

    /** Returns whether the running kernel finds a module of the driver. */
    boolean moduleForRunning() {
        return built(running);
    }

    /** Returns whether nouveau takes the GPUs at a boot, so that the driver finds none. */
    boolean takenByNouveau() {
        return nouveau;
    }

    /** At a boot nouveau is loaded unless it is denied. */
    void bootedNouveau() {
        nouveau = nouveau && !nouveauDenied;
    }

    public boolean built(String release) {
        return !unbuilt.contains(release);
    }

    public boolean headers(String release) {
        return !withoutHeaders.contains(release)
                || packages.find("linux-headers-" + release).isPresent()
                || packages.versions("kernel-devel").stream().anyMatch(release::startsWith);
    }

    public boolean initramfs(String release) {
        return !withoutInitramfs.contains(release);
    }

    /** Returns DKMS's last log of a build for this kernel; empty if it has none. */
    public Optional<String> log(String release) {
        return Optional.ofNullable(logs.get(release));
    }

    /** Builds for one kernel; the reason why not, where it does not build. */
    public Optional<String> build(String release) {
        if (!headers(release)) {
            return Optional.of("Your kernel headers for kernel " + release + " cannot be found at /lib/modules/"
                    + release + "/build or /lib/modules/" + release + "/source.");
        }
        Optional<String> error = Optional.ofNullable(failing.get(release));
        logs.put(release, error.orElse(""));
        if (error.isEmpty()) {
            unbuilt.remove(release);
        }
        return error;
    }

    /** The module of this kernel is taken away. */
    public void remove(String release) {
        unbuilt.add(release);
    }

    /** A package was installed: where it holds a compiled module, its kernels have one. */
    void delivered(String name) {
        installed().stream()
                .filter(release -> KernelReadiness.delivers(name, release))
                .forEach(unbuilt::remove);
    }

    void gone(String name) {
        installed().stream()
                .filter(release -> KernelReadiness.delivers(name, release))
                .forEach(unbuilt::add);
    }

    public void initramfsMade(String release) {
        withoutInitramfs.remove(release);
    }

    public Optional<String> once() {
        return once;
    }

    public void once(String release) {
        once = Optional.of(release);
    }

    public void notOnce() {
        once = Optional.empty();
    }

    public boolean savedDefault() {
        return savedDefault;
    }

    public void savedDefault(boolean saved) {
        savedDefault = saved;
    }

    public boolean nouveau() {
        return nouveau;
    }

    public boolean nouveauDenied() {
        return nouveauDenied;
    }

    public void denyNouveau() {
        nouveauDenied = true;
    }

    public boolean bootFull() {
        return bootFull;
    }

    public boolean dkms() {
        return !withoutDkms;
    }

    public boolean journalLost() {
        return journalLost;
    }

    /** Returns whether the firmware makes the kernel load signed modules only. */
    public boolean secureBoot() {
        return secureBoot;
    }

    void secureBoot(boolean on) {
        secureBoot = on;
    }

    /** Applies a new image: its kernels are built, and no fault of those before is left. */
    void imaged() {
        unbuilt.clear();
        withoutHeaders.clear();
        withoutInitramfs.clear();
        failing.clear();
        logs.clear();
        once = Optional.empty();
        onceFails = false;
        savedDefault = true;
        nouveau = false;
        nouveauDenied = true;
        bootFull = false;
        withoutDkms = false;
        journalLost = false;
    }

    void notBuilt(String release, boolean headers) {
        unbuilt.add(release);
        if (!headers) {
            withoutHeaders.add(release);
        }
    }

    /** The module comes in a package for each kernel, and that for the running one is missing. */
    void precompiled(String driver, boolean onOffer) {
        Family family = packages.family();
        withoutDkms = true;
        notBuilt(running, true);
        packages.put(family.modulePackage(driver, family.earlierKernel()), family.modulePackageVersion(driver), false);
        if (onOffer) {
            packages.offer(family.modulePackage(driver, running), family.modulePackageVersion(driver));
        }
    }

    void failing(String release, String error, boolean tried) {
        unbuilt.add(release);
        failing.put(release, error);
        if (tried) {
            logs.put(release, error);
        }
    }

    void nouveauBound() {
        nouveau = true;
        nouveauDenied = false;
    }

    void onceFails() {
        onceFails = true;
    }

    void bootFills() {
        bootFull = true;
    }

    void journalIsLost() {
        journalLost = true;
    }

    void dkmsIsMissing() {
        withoutDkms = true;
    }

    void defaultIsFirst() {
        savedDefault = false;
    }
}
