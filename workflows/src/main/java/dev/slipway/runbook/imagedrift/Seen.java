package dev.slipway.runbook.imagedrift;

import dev.slipway.model.Baseline;
import dev.slipway.model.Boot;
import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.Field;
import dev.slipway.model.InstalledPackage;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Route;
import dev.slipway.model.UnchangeableFields;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A node beside its baseline: the questions that the rows of the table ask. */
record Seen(
        NodeFacts facts,
        Baseline goal,
        List<Difference> versions,
        List<Difference> packages,
        List<Difference> settings) {
    private static final Pattern BRANCH = Pattern.compile("nvidia-(?:driver|dkms)-(\\d{3}).*");

    static Seen of(NodeFacts facts, Baseline goal) {
        Differences found = Differences.of(facts, goal);
        return new Seen(facts, goal, found.versions(), found.packages(), found.settings());
    }

    List<Difference> differences() {
        return new Differences(versions, packages, settings).all();
    }

    /** What a diagnosis stands on could not be read. */
    boolean unreadable() {
        return !facts.identity().known()
                || !facts.boot().known()
                || !facts.hardware().gpusOnBus().known()
                || !facts.driverOwner().known()
                || !facts.software().packages().known();
    }

    Route whatIsUnreadable() {
        return new Route(
                Route.Kind.REPORT,
                facts.errors().entrySet().stream()
                        .filter(e -> List.of("identity", "boot", "gpusOnBus", "driverOwner", "packages")
                                .contains(e.getKey()))
                        .map(e -> e.getKey() + " (" + e.getValue() + ")")
                        .collect(Collectors.joining(", ")));
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

    private UnchangeableFields unchangeableFields() {
        return UnchangeableFields.of(facts, goal).evenByAnImage(goal);
    }

    /**
     * This runbook would never end at its baseline. A broken node that is another runbook's work is led there all the
     * same.
     */
    boolean unchangeableOff() {
        boolean anothers = silent() && !packagesBroken() && !diskLeftThePin();
        return !unchangeableFields().off().isEmpty() && !anothers;
    }

    String unchangeable() {
        return unchangeableFields().told(facts.node());
    }

    DriverOwner owner() {
        return facts.driverOwner().or(DriverOwner.NONE);
    }

    /** Whatever this runbook would do here, or another one that repairs a driver: all of it changes the host. */
    boolean operatorsWork() {
        boolean settingsOfGpus = migDiffers() || eccDiffers();
        return facts.operated()
                && (silent()
                        || packagesBroken()
                        || twoBranches()
                        || versionsDiffer()
                        || (imageModel() && imageDiffers())
                        || (settingsDiffer() && !settingsOfGpus));
    }

    boolean driverDiffers() {
        return differs(Field.DRIVER_VERSION);
    }

    boolean drifted() {
        return versionsDiffer() || silent();
    }

    boolean packagesBroken() {
        return !facts.software().packagesBroken().or(List.of()).isEmpty();
    }

    boolean twoBranches() {
        return installed()
                        .map(p -> BRANCH.matcher(p.name()))
                        .filter(Matcher::matches)
                        .map(found -> found.group(1))
                        .distinct()
                        .count()
                > 1;
    }

    /** What the next load would take is not the pin. */
    boolean diskLeftThePin() {
        return differs(Field.DRIVER_ON_DISK)
                || differs(Field.DRIVER_USERSPACE)
                || packages.stream().anyMatch(d -> !d.found().equals("held: no"));
    }

    boolean noModuleOnDisk() {
        return !facts.version(Field.DRIVER_ON_DISK).known();
    }

    /** Since the run began, or since the boot: a fault is older than the run that finds it. */
    boolean gspTrouble() {
        return facts.load().firmwareFails()
                || facts.kernelEvents().or(List.of()).stream()
                        .anyMatch(e -> e.text().contains("gsp_") || e.text().contains("RmInitAdapter"));
    }

    boolean imageModel() {
        return goal.imaged();
    }

    boolean imageDiffers() {
        return differs(Field.IMAGE_VERSION) || imageUnknown();
    }

    boolean imageUnknown() {
        return !facts.software().manifest().known();
    }

    boolean versionsDiffer() {
        return versions.stream().anyMatch(d -> d.actionable() && !d.unread())
                || packages.stream().anyMatch(d -> !d.found().equals("held: no"));
    }

    boolean onlyKernelDiffers() {
        return differs(Field.KERNEL)
                && versions.stream()
                        .filter(d -> d.actionable() && !d.unread())
                        .allMatch(d -> d.field().equals(Field.KERNEL.key()))
                && packages.isEmpty();
    }

    boolean pinnedKernelInstalled() {
        return facts.boot()
                .map(Boot::installedKernels)
                .or(List.of())
                .contains(goal.pins().getOrDefault(Field.KERNEL, ""));
    }

    boolean fabricManagerDiffers() {
        return !goal.profile().nvswitch().equals("none") && differs(Field.FABRIC_MANAGER) && !driverDiffers();
    }

    boolean newer() {
        return driverDiffers()
                && compare(
                                facts.version(Field.DRIVER_VERSION).or("0"),
                                goal.pins().getOrDefault(Field.DRIVER_VERSION, "0"))
                        > 0;
    }

    boolean migDiffers() {
        return settings.stream().anyMatch(d -> d.field().equals("migMode"));
    }

    boolean eccDiffers() {
        return settings.stream().anyMatch(d -> d.field().equals("eccMode"));
    }

    boolean settingsDiffer() {
        return !settings.isEmpty() || !packages.isEmpty();
    }

    boolean firmwareDiffers() {
        return versions.stream().anyMatch(d -> !d.actionable() && !d.unread());
    }

    String firmware() {
        return versions.stream()
                .filter(d -> !d.actionable())
                .map(Difference::toString)
                .collect(Collectors.joining("; "));
    }

    boolean unknownField() {
        return versions.stream().anyMatch(Difference::unread);
    }

    String unknownFields() {
        return versions.stream()
                .filter(Difference::unread)
                .map(d -> d.field() + " " + d.found())
                .collect(Collectors.joining("; "));
    }

    private boolean differs(Field field) {
        return versions.stream().anyMatch(d -> d.field().equals(field.key()) && !d.unread());
    }

    private Stream<InstalledPackage> installed() {
        return facts.software().packages().or(List.of()).stream()
                .filter(p -> p.status().equals("installed"));
    }

    /** Dotted numbers, part by part: enough for driver versions, which are numbers only. */
    private static int compare(String left, String right) {
        String[] l = left.split("\\.", -1);
        String[] r = right.split("\\.", -1);
        for (int i = 0; i < Math.max(l.length, r.length); i++) {
            int order = Integer.compare(part(l, i), part(r, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int part(String[] parts, int i) {
        return i < parts.length && parts[i].matches("\\d{1,9}") ? Integer.parseInt(parts[i]) : 0;
    }
}
