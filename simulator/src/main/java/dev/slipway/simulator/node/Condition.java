package dev.slipway.simulator.node;

import java.time.Duration;

/** Names a difference from a whole node: at the start, or from the moment at which a fault brings it about. */
public sealed interface Condition {

    /** Runs another whole set, booted. */
    record Runs(SoftwareSet set) implements Condition {}

    /** Packages were upgraded to this set, without their holds, and the node was not rebooted since. */
    record UpgradedWithoutReboot(SoftwareSet set) implements Condition {}

    /** A hold is gone. */
    record HoldLost(String name) implements Condition {}

    /** One package is at another version. */
    record PackageAt(String name, String version) implements Condition {}

    /** An upgrade was interrupted half-way: dpkg has half configured this package, rpm has two versions of it. */
    record HalfConfigured(String name) implements Condition {}

    /** The manifest names another image. */
    record Manifest(String imageVersion) implements Condition {}

    /** The manifest is not there. */
    record NoManifest() implements Condition {}

    /** A GPU has fallen off the bus, with XID 79. */
    record GpuLost(int slot) implements Condition {}

    /** A GPU falls off the bus at the next reboot. */
    record GpuLostAtReboot(int slot) implements Condition {}

    /** A GPU has this fault until an act ends it. */
    record GpuAils(Ailment ailment) implements Condition {}

    /** nvidia-smi resets the GPUs all together or not at all. */
    record ResetsTogether() implements Condition {}

    /** The kernel log has an XID. */
    record Xid(int code, int slot) implements Condition {}

    /** This test of dcgmi diag fails whenever this driver is loaded. */
    record DiagFails(String driver, String test) implements Condition {}

    /** This test of dcgmi diag fails with the severity isolate, whatever driver is loaded. */
    record DiagIsolates(String test) implements Condition {}

    /** A command whose line begins with {@code command} never ends while this driver is loaded. */
    record CommandHangs(String driver, String command, Proving.Ends ends) implements Condition {}

    /** The bus bandwidth of nccl-tests tops out here, in GB/s. */
    record BusBandwidth(double peak) implements Condition {}

    /** A program is not on the node. */
    record ProgramMissing(String name) implements Condition {}

    /** mpirun is MPICH's, and all_reduce_perf was built without MPI. */
    record OtherMpi() implements Condition {}

    /** A process of another program holds the lock of the package database for a span of the node's time. */
    record DpkgLocked(long pid, Duration span) implements Condition {}

    /** dpkg was killed in the middle. */
    record DpkgInterrupted() implements Condition {}

    /** This file system is full: {@code /} or {@code /var/cache/apt}. */
    record DiskFull(String path) implements Condition {}

    /** There is room again. */
    record DiskFreed() implements Condition {}

    /** The postinst of this package fails until further notice. */
    record PostinstFails(String name) implements Condition {}

    /** The postinst works again. */
    record PostinstRepaired(String name) implements Condition {}

    /** The package mirror does not answer. */
    record MirrorGone() implements Condition {}

    /** Offers packages that are signed with a key that the node does not know; dnf refuses them. */
    record UnknownKey() implements Condition {}

    /** The package lists were never fetched; an update fetches them. */
    record NoPackageLists() implements Condition {}

    /** A foreign process, of neither ours nor a pod, holds a GPU. */
    record ForeignProcess(long pid, String command, int slot) implements Condition {}

    /** Every reboot takes longer by this. */
    record SlowReboot(Duration more) implements Condition {}

    /** After every boot the device plugin offers the GPUs later by this. */
    record GpusOfferedLater(Duration more) implements Condition {}

    /** The next reboot never comes back by itself. */
    record HangsAtReboot() implements Condition {}

    /** After the next reboot another machine answers. */
    record AnotherMachineAtReboot() implements Condition {}

    /**
     * The driver comes in a container of the GPU Operator, and no package of the host belongs to it. A container that
     * does not run leaves nothing of the driver behind.
     */
    record OperatorDriver(boolean running) implements Condition {}

    /**
     * The probe finds these owners of the driver, one line each, whatever is on the node: {@code runfile}, {@code
     * container}.
     */
    record DriverOwners(String lines) implements Condition {}

    /** The boards of the GPUs carry this firmware, which no software of the node changes. */
    record Vbios(String version) implements Condition {}

    /** Another machine answers from now on. */
    record AnotherMachine() implements Condition {}

    /** Another GPU is in that slot of the same machine. */
    record GpuSwapped(int slot) implements Condition {}

    /** A unit fails at every start. */
    record ServiceBroken(String unit) implements Condition {}

    /** A unit was stopped by hand. */
    record ServiceStopped(String unit) implements Condition {}

    /** A unit was stopped, and no boot starts it. */
    record ServiceDisabled(String unit) implements Condition {}

    /** There is no such unit. */
    record ServiceMissing(String unit) implements Condition {}

    /** nvidia-persistenced runs with the option to hold no GPU open, as some distributions ship it. */
    record PersistenceFlagged() implements Condition {}

    /** The clocks of every GPU are held down for this reason, in nvidia-smi's words. */
    record HeldDown(String reason) implements Condition {}

    /** The fabric manager was killed; a start helps. */
    record FabricManagerKilled() implements Condition {}

    /** The fabric manager runs and no GPU registers until it is restarted. */
    record FabricManagerWedged() implements Condition {}

    /** The fabric manager's packages are at this version, and it was restarted since. */
    record FabricManagerAt(String version) implements Condition {}

    /** One GPU is not registered with the fabric until it is reset. */
    record GpuNotRegistered(int slot) implements Condition {}

    /** So many NVSwitches are not on the bus, and the fabric manager refuses what is left. */
    record SwitchesMissing(int switches) implements Condition {}

    /** An NVSwitch has a fatal error, until all GPUs are reset together, or only until the next boot. */
    record SwitchFatal(int code, boolean untilBoot) implements Condition {}

    /** GPUs are set otherwise than DCGM would set them. */
    record Settings(GpuSettings now) implements Condition {}

    /** The driver writes this line to the kernel's log whenever it is loaded. */
    record DriverWrites(String line) implements Condition {}

    /** The driver is not in the kernel. */
    record DriverNotLoaded() implements Condition {}

    /** modprobe fails with these words, and the kernel logs that; until the next boot, or permanently. */
    record LoadFails(String said, String logged, boolean untilBoot) implements Condition {}

    /** Something in the kernel holds the driver in use until the next boot, without a process. */
    record ModuleLeaked() implements Condition {}

    /** There is a second copy of the driver's module for the running kernel. */
    record StrayModule() implements Condition {}

    /** The same, and the copy belongs to this package, which is installed beside the set. */
    record StrayModulePackage(String name, String version) implements Condition {}

    /** The file of the driver's module is damaged; a reinstall of its package ends that. */
    record ModuleDamaged() implements Condition {}

    /** The firmware of the packaged driver is damaged; what is loaded from now on, the GPUs do not start with it. */
    record FirmwareDamaged(Firmware.Damage what) implements Condition {}

    /** The driver in the kernel was loaded when its firmware was damaged: GPUs do not answer. */
    record FirmwareLost(Firmware.Damage what) implements Condition {}

    /** The GPUs run firmware of this version, independent of their driver's, until it is reloaded. */
    record FirmwareRuns(String version) implements Condition {}

    /** There is a directory of firmware of another version, which belongs to no package. */
    record FirmwareBeside(String version) implements Condition {}

    /** Packages of another branch of the driver were installed beside the set. */
    record OtherBranch(String branch, String version) implements Condition {}

    /** A file below {@code /etc/modprobe.d} sets {@code NVreg_EnableGpuFirmware}. */
    record GspSetting(String value) implements Condition {}

    /** An older kernel runs and would be booted again; the pinned one is installed. */
    record Kernel(String running) implements Condition {}

    /** This kernel was installed by a hand or an upgrade and booted; no module was built for it. */
    record NewerKernel(String release) implements Condition {}

    /** No module is built for the kernel that runs, and none is loaded; it may lack its headers. */
    record ModuleNotBuilt(boolean headers) implements Condition {}

    /** The module does not compile for the kernel that runs; with {@code tried} DKMS has tried already. */
    record BuildFails(String error, boolean tried) implements Condition {}

    /** Secure Boot is on; the key that DKMS signs with is enrolled, or the kernel rejects it. */
    record SecureBoot(boolean enrolled) implements Condition {}

    /**
     * The driver's module comes in a package for each kernel; that for the running one is missing, and on offer or not.
     * Its source package stays in the set, and there is no DKMS.
     */
    record Precompiled(boolean onOffer) implements Condition {}

    /** Another driver, which is not denied, took the GPUs at boot. */
    record NouveauBound() implements Condition {}

    /** Boots the default in place of the kernel that is to be booted once. */
    record OneShotFails() implements Condition {}

    /** There is no room in {@code /boot}. */
    record BootFull() implements Condition {}

    /** The journal does not survive a boot. */
    record JournalLost() implements Condition {}

    /** DKMS is not installed, though the driver is delivered by it. */
    record NoDkms() implements Condition {}

    /** The boot loader starts the first entry of its menu, which is the newest kernel. */
    record FirstEntryBoots() implements Condition {}

    /** slurmd is a unit of the node, and counts its GPUs at every start. */
    record SlurmdUnit() implements Condition {}

    /** MPS runs, its server on the first GPU, started by {@code owner}: {@code foreign}, a job or a pod's uid. */
    record MpsRuns(String owner) implements Condition {}

    /** The journal was vacuumed: of the kernel's log so far only the last {@code kept} is left. */
    record JournalVacuumed(Duration kept) implements Condition {}

    /** The node's clock is ahead of everybody else's by this, or behind. */
    record ClockMoved(Duration ahead) implements Condition {}

    /** A CDI specification of NVIDIA's GPUs exists and names the libraries of this driver. */
    record CdiSpec(String path, String driver) implements Condition {}

    /** nvidia-ctk fails at every CDI specification. */
    record CdiToolFails() implements Condition {}

    /** nvidia-ctk is not on the host: the operator brings its own. */
    record NoCdiTool() implements Condition {}

    /** The initramfs holds this driver until it is rebuilt. */
    record StaleInitramfs(String driver) implements Condition {}
}
