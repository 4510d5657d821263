package dev.slipway.simulator.node;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The driver as it is seen in four places: in the kernel, on disk, in user space, and whether they agree. */
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

    /** The firmware that the driver loads into each GPU. */
    public Firmware firmware() {
        return firmware;
    }

    /** The version of the firmware that the GPUs run; empty where no driver is loaded. */
    public Optional<String> runningFirmware() {
        return otherFirmware.or(this::resident);
    }

    void runsFirmware(String version) {
        otherFirmware = Optional.of(version);
    }

    void writes(String line) {
        writes = List.of(line);
    }

    /** What it writes to the kernel's log when it is loaded; empty where it is not. */
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
    public void filesInPlace(String name, String version) {
        kernels.delivered(name);
        if (name.equals(names().module())) {
            firmware.restore(DriverPackages.upstream(version));
            modules.fileInPlace();
        }
    }

    /** A package went, and with it the module that it held. */
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

    /** Whether the driver is the operator's. */
    public boolean operated() {
        return container.isPresent();
    }

    /** Whether its tools are nowhere: they come with the operator's container, which does not run. */
    public boolean withoutTools() {
        return operated() && !containerRuns;
    }

    void owners(String lines) {
        owners = Optional.of(lines);
    }

    /** What the probe finds of the driver's owners, where that is not for the packages to say. */
    public Optional<String> owners() {
        return owners.or(() -> container.map(version -> containerRuns ? "container" : "none"));
    }

    private DriverPackages names() {
        return packages.family().names();
    }

    /** How the driver answers. */
    public enum State {
        WORKS,
        /** Kernel and library differ in version. */
        MISMATCH,
        NOT_LOADED
    }

    public Optional<String> resident() {
        return resident;
    }

    /** The module that the next load takes; empty where DKMS did not build one for the running kernel. */
    public Optional<String> onDisk() {
        return packaged().filter(v -> kernels.moduleForRunning());
    }

    /** The module whose source is installed whole, whatever it was built for. */
    public Optional<String> packaged() {
        return packages.find(names().module())
                .filter(PackageEntry::configured)
                .map(e -> DriverPackages.upstream(e.version()));
    }

    /** The version of the NVML library. */
    public String userspace() {
        return container.orElseGet(() -> DriverPackages.upstream(packages.version(names().library())));
    }

    public State state() {
        if (resident.isEmpty()) {
            return State.NOT_LOADED;
        }
        return resident.get().equals(userspace()) ? State.WORKS : State.MISMATCH;
    }

    /** Whether the fabric manager package fits the module in the kernel; it refuses to run otherwise. */
    public boolean fabricFits() {
        if (containerRuns) {
            return true;
        }
        String manager = DriverPackages.upstream(packages.version(names().fabricManager()));
        return resident.isPresent() && resident.get().equals(manager);
    }

    /** The initramfs keeps a module of this version and loads it at boot, until it is made anew. */
    public void initramfsHolds(String version) {
        stale = Optional.of(version);
    }

    /** The initramfs is made anew from what is on disk. */
    public void initramfsRenewed() {
        stale = Optional.empty();
    }

    /** The module that the initramfs holds, and that the next boot therefore loads; empty where it holds none. */
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

    /** The driver's modules in the kernel. */
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

    /** A module beside the driver that is loaded. */
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
