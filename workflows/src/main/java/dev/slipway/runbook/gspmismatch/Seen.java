package dev.slipway.runbook.gspmismatch;

import dev.slipway.model.Baseline;
import dev.slipway.model.DriverFiles;
import dev.slipway.model.DriverFiles.Firmware;
import dev.slipway.model.Field;
import dev.slipway.model.Gpu;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.InstalledPackage;
import dev.slipway.model.KernelEvent;
import dev.slipway.model.LoadState.Loaded;
import dev.slipway.model.LoadState.Trouble;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.route.Care;
import dev.slipway.route.Repeats;
import dev.slipway.route.XidCatalogue;
import dev.slipway.runbook.SeenDriver;
import dev.slipway.runbook.StrayModules;
import dev.slipway.runbook.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A node's firmware beside its driver in its places and the pin; {@code disk} and {@code library} as they were read. */
record Seen(NodeFacts facts, Baseline goal, String disk, String library, String pin, Supplier<List<GpuEvent>> past)
        implements SeenDriver {
    private static final Pattern BRANCH = Pattern.compile(
            "(?:lib|linux-[a-z]+-|xserver-xorg-video-|kmod-)?nvidia-(?:[a-z]+-)*([0-9]{3})(?:[-.].*)?|cuda-drivers-([0-9]{3})");
    private static final long BOOT_ROOM = 256L << 20;
    private static final long LIB_ROOM = 1L << 30;

    static Seen of(NodeFacts facts, Baseline goal, Supplier<List<GpuEvent>> past) {
        return new Seen(
                facts,
                goal,
                facts.version(Field.DRIVER_ON_DISK).or(""),
                facts.version(Field.DRIVER_USERSPACE).or(""),
                goal.pins().getOrDefault(Field.DRIVER_VERSION, ""),
                past);
    }

    private DriverFiles files() {
        return facts.driverFiles();
    }

    @Override
    public Unread unread() {
        if (operated()) {
            return Unread.ofDriver(facts);
        }
        boolean built = !notBuilt();
        Unread unread = Unread.ofModules(facts)
                .look("firmware", files().firmware())
                .look("gsp setting", files().gspSettings())
                .look("free", facts.kernels().freeBytes())
                .look("kernelEvents", facts.kernelEvents())
                .lookIf(built, "driverOnDisk", facts.version(Field.DRIVER_ON_DISK))
                .lookIf(built, "firmware of the module", files().asked())
                .lookIf(silent(), "kernel log", facts.load().troubles());
        return pin.isBlank() ? unread.with("pin", "the baseline names no driver") : unread;
    }

    boolean notBuilt() {
        return facts.load().files().or(List.of()).isEmpty();
    }

    /** The firmware is turned off by a file or the command line, and no waiver of the baseline records that. */
    boolean turnedOff() {
        return files().gspSettings().or(Map.of()).containsValue("0") && !goal.waives(Field.GSP_FIRMWARE, facts);
    }

    String whoTurnsItOff() {
        return files().gspSettings().or(Map.of()).entrySet().stream()
                .filter(setting -> setting.getValue().equals("0"))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    }

    boolean full() {
        return free("/boot") < BOOT_ROOM || free(lib()) < LIB_ROOM;
    }

    String room() {
        return "/boot " + (free("/boot") >> 20) + " MB free, " + lib() + " " + (free(lib()) >> 20) + " MB free";
    }

    private String lib() {
        return facts.kernels().freeBytes().or(Map.of()).containsKey("/lib") ? "/lib" : "/";
    }

    private long free(String mount) {
        return facts.kernels().freeBytes().or(Map.of()).getOrDefault(mount, 0L);
    }

    private List<InstalledPackage> installed() {
        return facts.software().packages().or(List.of()).stream()
                .filter(p -> !p.status().equals("config-files") && !p.status().equals("not-installed"))
                .toList();
    }

    private static String branch(String name) {
        Matcher found = BRANCH.matcher(name);
        if (!found.matches()) {
            return "";
        }
        return found.group(1) == null ? found.group(2) : found.group(1);
    }

    /** Directories of firmware that are neither the pin's nor of the version of any package of the driver. */
    List<String> ownerless() {
        Set<String> packaged = installed().stream()
                .filter(p -> p.name().contains("nvidia"))
                .map(InstalledPackage::version)
                .map(version -> version.substring(version.indexOf(':') + 1).replaceAll("-[^-]*$", ""))
                .collect(Collectors.toSet());
        return files().firmware().or(List.of()).stream()
                .map(Firmware::version)
                .filter(version -> !version.equals(pin) && !packaged.contains(version))
                .map(version -> "/lib/firmware/nvidia/" + version)
                .toList();
    }

    /** Packages of another branch than the pin's that the goal does not name, and those that own a stray module. */
    List<String> stray() {
        TreeSet<String> stray = new TreeSet<>(StrayModules.of(facts, goal).packages());
        installed().stream()
                .map(InstalledPackage::name)
                .filter(name -> !branch(name).isEmpty() && !pin.startsWith(branch(name) + "."))
                .forEach(stray::add);
        stray.removeAll(goal.packages().keySet());
        stray.removeAll(goal.holds());
        return List.copyOf(stray);
    }

    /** Several copies of the module, and nobody can say which are stray. */
    boolean unclearCopies() {
        return facts.load().files().or(List.of()).size() > 1
                && StrayModules.of(facts, goal).packages().isEmpty();
    }

    String whyUnclear() {
        return StrayModules.of(facts, goal).why();
    }

    /** What of the pin's firmware is not there; empty where it is whole. */
    List<String> missing() {
        Firmware pinned = files().firmware().or(List.of()).stream()
                .filter(directory -> directory.version().equals(pin))
                .findFirst()
                .orElseGet(() -> new Firmware(pin, Map.of()));
        Set<String> wanted = new TreeSet<>(pinned.files().keySet());
        files().asked().or(List.of()).stream()
                .filter(file -> file.startsWith(pin + "/"))
                .map(file -> file.substring(pin.length() + 1))
                .forEach(wanted::add);
        List<String> missing = new ArrayList<>(
                wanted.stream().filter(name -> !pinned.has(name)).toList());
        if (wanted.isEmpty()) {
            missing.add("all of it");
        }
        return missing;
    }

    boolean mixed() {
        return !disk.equals(library);
    }

    /** Another version in peace: one whose GPUs are silent is broken, and is brought to the pin here. */
    boolean drifted() {
        return !silent() && disk.equals(library) && !disk.equals(pin);
    }

    private boolean loaded() {
        return facts.load().loaded().or(List.of()).stream().map(Loaded::name).anyMatch("nvidia"::equals);
    }

    /** What is on disk is right, and something else or nothing is in the kernel. */
    boolean notReloaded() {
        return loaded() && !facts.version(Field.DRIVER_RESIDENT).or("").equals(pin);
    }

    boolean doesNotLoad() {
        return !loaded() && !firmwareFails();
    }

    /** The kernel says that a firmware file did not load. */
    boolean firmwareFails() {
        return blames(Trouble.Kind.GSP_FIRMWARE);
    }

    private boolean blames(Trouble.Kind kind) {
        return silent() && facts.load().troubles().or(List.of()).stream().anyMatch(t -> t.kind() == kind);
    }

    String said() {
        return facts.load().troubles().or(List.of()).stream()
                .findFirst()
                .map(Trouble::line)
                .orElse("no word of it in the kernel's log");
    }

    /** An XID of the system processor, or GPUs that the driver could not set up. */
    boolean processorFails() {
        return !failing().isEmpty() || silent();
    }

    private static boolean ofTheProcessor(int xid) {
        return XidCatalogue.of(xid).care() == Care.RESET_THEN_REBOOT;
    }

    /** The places on the bus of GPUs whose system processor failed, as the catalogue of XIDs knows it. */
    Set<String> failing() {
        return facts.eventsOfThisBoot().or(List.of()).stream()
                .filter(event -> !event.nvswitch() && ofTheProcessor(event.code()))
                .map(KernelEvent::bdf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The GPUs run firmware of another version than their driver, or none, and nothing that we read says why. */
    boolean otherFirmware() {
        Reading<String> runs = facts.version(Field.GSP_FIRMWARE);
        boolean meant = runs.or("").equals(goal.pins().getOrDefault(Field.GSP_FIRMWARE, pin));
        return runs.known() && !meant && !runs.or("").equals(pin) && !goal.waives(Field.GSP_FIRMWARE, facts);
    }

    boolean runsWithout() {
        return otherFirmware() && facts.version(Field.GSP_FIRMWARE).or("").equals("n/a");
    }

    boolean initramfsUnread() {
        return !facts.load().initramfs().known();
    }

    String initramfsError() {
        return facts.load().initramfs().error();
    }

    /** The firmware of a GPU that fails now failed before, in whatever node the GPU was: it is not reset once more. */
    boolean failedBefore() {
        if (failing().isEmpty()) {
            return false;
        }
        Set<String> serials = facts.hardware().gpus().or(List.of()).stream()
                .filter(gpu -> failing().contains(gpu.bdf()))
                .map(Gpu::serial)
                .collect(Collectors.toSet());
        return Repeats.of(past.get(), facts.collectedAt()).stream()
                .anyMatch(repeat -> serials.contains(repeat.serial()));
    }
}
