package dev.slipway.simulator.node;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Holds the driver as it is seen in four places: in the kernel, on disk, in user space, and whether they agree. */
public final class Driver {
    private final PackageDatabase packages;
    private final KernelSet kernels;
    private Optional<String> resident = Optional.empty();
    private Optional<String> stale = Optional.empty();
    private final Set<String> beside = new TreeSet<>();
    private final ModuleTable modules = new ModuleTable();
    private final Firmware firmware;
    private List<Integer> silent = List.of();
    private Optional<String> otherFirmware = Optional.empty();
    private Optional<String> container = Optional.empty();
    private boolean containerRuns;
    private Optional<String> owners = Optional.empty();
    private List<String> writes = List.of();

    Driver(PackageDatabase packages, KernelSet kernels) {
        this.packages = packages;
        this.kernels = kernels;
        this.firmware = new Firmware(packages);
    }

    /** Returns the firmware that the driver loads into each GPU. */
    public Firmware firmware() {
        return firmware;
    }

    /** Returns the version of the firmware that the GPUs run; empty if no driver is loaded. */
    public Optional<String> runningFirmware() {
        return otherFirmware.or(this::resident);
    }

    void runsFirmware(String version) {
        otherFirmware = Optional.of(version);
    }

    void writes(String line) {
        writes = List.of(line);
    }

    /** Returns what it writes to the kernel's log when it is loaded; empty where it is not. */
    List<String> loadLines() {
        return resident()
                .map(version -> Stream.concat(
                                Stream.of("NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  " + version
                                        + "  Release Build  (dvs-builder@U22-I3-AE18-09-6)"),
                                writes.stream())
                        .toList())
                .orElse(List.of());
    }

    /** The slots whose GPUs did not start when the driver was loaded. */
    public List<Integer> silent() {
        return silent;
    }

    /** A package puts the driver's files in place: what was damaged of them is whole. */
    public void filesWritten(String name, String version) {
        kernels.delivered(name);
        if (name.equals(names().module())) {
            firmware.restore(DriverPackages.upstream(version));
            modules.fileWritten();
        }
    }

    /** Removes the module that a removed package held. */
    public void filesGone(String name) {
        modules.purged(name);
        kernels.gone(name);
    }

    private void started() {
        otherFirmware = Optional.empty();
        silent = resident.map(firmware::silences).orElse(List.of());
    }

    /** The driver of this version comes in the operator's container from now on. */
    void inContainer(boolean runs, String version) {
        container = Optional.of(version);
        containerRuns = runs;
        fromContainer();
    }

    /** The container brings module, library and firmware of its own. */
    private void fromContainer() {
        resident = container.filter(v -> containerRuns);
        silent = List.of();
        modules.booted(containerRuns);
    }

    /** Returns whether the driver is the operator's. */
    public boolean operated() {
        return container.isPresent();
    }

    /** Returns whether its tools are nowhere: they come with the operator's container, which does not run. */
    public boolean withoutTools() {
        return operated() && !containerRuns;
    }

    void owners(String lines) {
        owners = Optional.of(lines);
    }

    /** Returns what the probe finds of the driver's owners, if the packages do not decide that. */
    public Optional<String> owners() {
        return owners.or(() -> container.map(version -> containerRuns ? "container" : "none"));
    }

    private DriverPackages names() {
        return packages.family().names();
    }

    /** Lists how the driver answers. */
    public enum State {
        WORKS,
        /** Kernel and library differ in version. */
        MISMATCH,
        NOT_LOADED
    }

    public Optional<String> resident() {
        return resident;
    }

    /** Returns the module that the next load takes; empty if DKMS did not build one for the running kernel. */
    public Optional<String> onDisk() {
        return packaged().filter(v -> kernels.moduleForRunning());
    }

    /** Returns the module whose source is completely installed, for whatever it was built. */
    public Optional<String> packaged() {
        return packages.find(names().module())
                .filter(PackageEntry::configured)
                .map(e -> DriverPackages.upstream(e.version()));
    }

    /** Returns the version of the NVML library. */
    public String userspace() {
        return container.orElseGet(() -> DriverPackages.upstream(packages.version(names().library())));
    }

    public State state() {
        if (resident.isEmpty()) {
            return State.NOT_LOADED;
        }
        return resident.get().equals(userspace()) ? State.WORKS : State.MISMATCH;
    }

    /** Returns whether the fabric manager package fits the module in the kernel; it refuses to run otherwise. */
    public boolean fabricFits() {
        if (containerRuns) {
            return true;
        }
        String manager = DriverPackages.upstream(packages.version(names().fabricManager()));
        return resident.isPresent() && resident.get().equals(manager);
    }

    /** Sets the module version that the initramfs holds and loads at boot, until it is rebuilt. */
    public void initramfsHolds(String version) {
        stale = Optional.of(version);
    }

    /** Rebuilds the initramfs from what is on disk. */
    public void initramfsRenewed() {
        stale = Optional.empty();
    }

    /**
     * Returns the module that the initramfs holds, and that the next boot therefore loads; empty if it holds none.
     */
    public Optional<String> initramfs() {
        return stale.isPresent() ? stale : onDisk();
    }

    /** Modules that were loaded by hand beside the driver's own; a boot forgets them. */
    public Set<String> beside() {
        return beside;
    }

    void load() {
        beside.clear();
        modules.booting();
        if (operated()) {
            fromContainer();
            return;
        }
        resident =
                modules.refusal().isPresent() ? Optional.empty() : initramfs().filter(v -> !kernels.takenByNouveau());
        modules.booted(resident.isPresent());
        started();
    }

    /** Returns the driver's modules in the kernel. */
    public ModuleTable modules() {
        return modules;
    }

    /** One module leaves the kernel; with the last the driver does. */
    public void unload(String module) {
        modules.unload(module);
        beside.remove(module);
        if (!modules.loaded("nvidia")) {
            resident = Optional.empty();
            started();
        }
    }

    /** Loads a module beside the driver. */
    public void loadBeside(String module) {
        if (ModuleTable.OWN.contains(module)) {
            modules.load(module);
        } else {
            beside.add(module);
        }
    }

    void loadFromDisk() {
        resident = onDisk();
        modules.load("nvidia");
        started();
    }

    void resident(String version) {
        resident = Optional.of(version);
        modules.booted(true);
        started();
    }
}
