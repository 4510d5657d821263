package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.model.Baseline;
import dev.slipway.model.Boot;
import dev.slipway.model.Difference;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.Field;
import dev.slipway.model.KernelReadiness;
import dev.slipway.model.KernelState;
import dev.slipway.model.LoadState.Trouble;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.model.UnbuildablePair;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A node's kernels beside its baseline: the questions that the rows of the table ask. */
record Seen(NodeFacts facts, Baseline goal, List<UnbuildablePair> unbuildable) {
    private static final long BOOT_ROOM = 150L << 20;
    private static final long BUILD_ROOM = 2L << 30;
    private static final Pattern OPEN_ONLY = Pattern.compile("\\b(GB?[0-9]{3}|GH200|B[0-9]{3}|RTX PRO)\\b");
    private static final Pattern KERNEL_PACKAGE = Pattern.compile("(linux-(image|modules|headers)|kernel)\\b.*");

    /** Parts that the rows stand on, each that could not be read with its reason. */
    Map<String, String> unread() {
        Map<String, String> unread = new TreeMap<>();
        KernelState state = facts.kernels();
        note(unread, "identity", facts.identity());
        note(unread, "boot", facts.boot());
        note(unread, "gpusOnBus", facts.hardware().gpusOnBus());
        note(unread, "gpusOnBus again", state.gpusAgain());
        note(unread, "packages", facts.software().packages());
        note(unread, "driverOwner", facts.driverOwner());
        if (facts.operated()) {
            return unread;
        }
        note(unread, "dkms", state.builds());
        note(unread, "headers", state.headers());
        note(unread, "buildLog", state.buildLog());
        note(unread, "kernels", state.kernels());
        note(unread, "bootLoader", state.boot());
        note(unread, "nouveau", state.nouveau());
        note(unread, "free", state.freeBytes());
        note(unread, "tools", state.tools());
        if (precompiled() && sanctioned() && moduleMissing()) {
            note(unread, "packages on offer", state.offered());
        }
        if (facts.version(Field.SECURE_BOOT).or("").equals("enabled")) {
            note(unread, "troubles", facts.load().troubles());
        }
        return unread;
    }

    private static void note(Map<String, String> unread, String part, Reading<?> reading) {
        if (!reading.known()) {
            unread.put(part, reading.error());
        }
    }

    List<Difference> differences() {
        return goal.differences(facts).stream()
                .filter(d -> d.field().equals(Field.KERNEL.key()))
                .toList();
    }

    String pinned() {
        return goal.pins().getOrDefault(Field.KERNEL, "");
    }

    String running() {
        return facts.boot().map(Boot::kernel).or("");
    }

    boolean sanctioned() {
        return running().equals(pinned());
    }

    boolean busChanges() {
        return !facts.hardware().gpusOnBus().equals(facts.kernels().gpusAgain());
    }

    boolean gpuMissing() {
        return facts.hardware().gpusOnBus().or(0) < goal.profile().expectedGpus();
    }

    /** nvidia-smi fails, shows no GPU, or fewer than are on the bus. */
    boolean silent() {
        return facts.hardware().gpus().or(List.of()).size() < goal.profile().expectedGpus();
    }

    /** Work on such a node fails: a GPU is missing, or the driver does not speak of all of them. */
    boolean unsafe() {
        return gpuMissing() || silent();
    }

    boolean owner(DriverOwner owner) {
        return facts.driverOwner().or(DriverOwner.NONE) == owner;
    }

    boolean packagesBroken() {
        return !facts.software().packagesBroken().or(List.of()).isEmpty();
    }

    boolean pinnedInstalled() {
        return KernelReadiness.installed(facts, pinned());
    }

    List<String> pinnedLacks() {
        return KernelReadiness.lacking(facts, pinned());
    }

    /** Whether anything but packages of kernels differs from the goal: kernel and driver never change in one step. */
    boolean driverDiffersToo() {
        return goal.packages().entrySet().stream()
                .filter(p -> !KERNEL_PACKAGE.matcher(p.getKey()).matches())
                .anyMatch(p -> facts.software().packages().or(List.of()).stream()
                        .noneMatch(
                                i -> i.name().equals(p.getKey()) && i.version().equals(p.getValue())));
    }

    /** The pinned kernel is not there, and the baseline pins an image: nodes are written anew, never patched forward. */
    boolean comesWithAnImage() {
        return !pinnedInstalled() && goal.pins().containsKey(Field.IMAGE_VERSION);
    }

    boolean nouveauBound() {
        return facts.kernels()
                .nouveau()
                .value()
                .filter(KernelState.Nouveau::loaded)
                .isPresent();
    }

    boolean dkms() {
        return !KernelReadiness.driverBuilds(facts).isEmpty();
    }

    /** The running kernel has no module, and DKMS is what makes one here. */
    boolean buildable() {
        return moduleMissing() && dkms() && has("dkms") && !owner(DriverOwner.RUNFILE);
    }

    /** Why a build for the pinned kernel, where it would be the work, is known to fail, and from where; empty where that is not known. */
    String knownToFail() {
        UnbuildablePair pair = UnbuildablePair.of(goal, "");
        boolean builds = !KernelReadiness.moduleInstalled(facts, pinned()) && dkms() && !owner(DriverOwner.RUNFILE);
        return unbuildable.stream()
                .filter(known -> builds && known.covers(pair))
                .map(known -> known.reason() + " (" + known.source() + ")")
                .findFirst()
                .orElse("");
    }

    private boolean has(String tool) {
        return facts.kernels()
                .tools()
                .value()
                .filter(t -> t.present().contains(tool))
                .isPresent();
    }

    boolean initramfsTool() {
        return has("update-initramfs") || has("dracut");
    }

    boolean journalKept() {
        return facts.kernels()
                .tools()
                .value()
                .filter(KernelState.Tools::journalKept)
                .isPresent();
    }

    boolean full() {
        return free("/boot") < BOOT_ROOM || free("/") < BUILD_ROOM || free("/var") < BUILD_ROOM;
    }

    String room() {
        return List.of("/boot", "/", "/var").stream()
                .map(mount -> mount + " " + (free(mount) >> 20) + " MB free")
                .collect(Collectors.joining(", "));
    }

    private long free(String mount) {
        return facts.kernels().freeBytes().or(Map.of()).getOrDefault(mount, 0L);
    }

    boolean headersMissing() {
        return !facts.kernels().headers().or(List.of()).contains(running());
    }

    boolean moduleMissing() {
        return !KernelReadiness.moduleInstalled(facts, running());
    }

    /** The last build for the running kernel failed for a reason that another try does not take away. */
    String buildError() {
        return facts.kernels()
                .buildLog()
                .value()
                .filter(log -> log.kernel().equals(running()))
                .map(KernelState.BuildLog::error)
                .filter(error -> !error.contains("No space left"))
                .orElse("");
    }

    /** Delivered in packages of its own, one for each kernel. */
    boolean precompiled() {
        return !dkms()
                && facts.software().packages().or(List.of()).stream()
                        .anyMatch(p -> p.name().startsWith("linux-modules-nvidia-")
                                || (p.name().startsWith("kmod-nvidia")
                                        && !p.name().endsWith("-dkms")));
    }

    /** The package on offer that brings the pinned driver's module for the pinned kernel, with its version. */
    String onOffer() {
        return KernelReadiness.offered(facts, goal)
                .filter(offered -> precompiled() && moduleMissing())
                .map(offered -> offered.name() + " " + offered.version())
                .orElse("");
    }

    /** What is on offer for the running kernel and does not fit. */
    String otherOffers() {
        return facts.kernels().offered().or(List.of()).stream()
                .map(p -> "; on offer: " + p.name() + (p.driver().isEmpty() ? "" : " of driver " + p.driver()))
                .collect(Collectors.joining());
    }

    boolean trouble(Trouble.Kind... kinds) {
        return facts.load().troubles().or(List.of()).stream()
                .anyMatch(t -> List.of(kinds).contains(t.kind()));
    }

    boolean gspTrouble() {
        return facts.load().firmwareFails()
                || facts.eventsOfThisBoot().or(List.of()).stream()
                        .anyMatch(e -> e.text().contains("gsp_") || e.text().contains("RmInitAdapter"));
    }

    boolean mismatch() {
        String resident = facts.version(Field.DRIVER_RESIDENT).or("");
        return !resident.isEmpty()
                && !resident.equals(facts.version(Field.DRIVER_USERSPACE).or(resident));
    }

    boolean wrongFlavour() {
        return facts.version(Field.MODULE_FLAVOUR).or("").equals("proprietary")
                && OPEN_ONLY.matcher(goal.profile().gpuModel()).find();
    }

    /** Kernels that the next boot may start without finding the driver's module. */
    String nextWithoutModule() {
        return facts.kernels()
                .boot()
                .value()
                .map(b -> b.once().isEmpty() ? b.kernel() : b.once())
                .filter(kernel -> !KernelReadiness.lacking(facts, kernel).isEmpty())
                .orElse("");
    }
}
