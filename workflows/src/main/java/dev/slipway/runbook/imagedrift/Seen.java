package dev.slipway.runbook.imagedrift;

import dev.slipway.model.Baseline;
import dev.slipway.model.Boot;
import dev.slipway.model.Difference;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.Field;
import dev.slipway.model.InstalledPackage;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.model.Route;
import dev.slipway.model.RuntimeSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private static final String UNKNOWN = "unknown: ";

    /** Modules are loaded, not installed: their pins are settings. */
    private static final Set<String> LOADED =
            Arrays.stream(Field.values()).filter(Field::loaded).map(Field::key).collect(Collectors.toSet());

    static Seen of(NodeFacts facts, Baseline goal) {
        List<Difference> versions = new ArrayList<>(goal.differences(facts));
        List<Difference> modules = versions.stream().filter(Seen::module).toList();
        versions.removeAll(modules);
        List<Difference> settings = new ArrayList<>(settingDifferences(facts, goal));
        settings.addAll(modules);
        return new Seen(facts, goal, List.copyOf(versions), packageDifferences(facts, goal), List.copyOf(settings));
    }

    List<Difference> differences() {
        List<Difference> all = new ArrayList<>(versions);
        all.addAll(packages);
        all.addAll(settings);
        return List.copyOf(all);
    }

    /** What a diagnosis stands on could not be read. */
    boolean unreadable() {
        return !facts.identity().known()
                || !facts.boot().known()
                || !facts.hardware().gpusOnBus().known()
                || !facts.software().packages().known();
    }

    Route whatIsUnreadable() {
        return new Route(
                Route.Kind.REPORT,
                facts.errors().entrySet().stream()
                        .filter(e -> List.of("identity", "boot", "gpusOnBus", "packages")
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

    DriverOwner owner() {
        return facts.software().driverOwner().or(DriverOwner.NONE);
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

    boolean gspTrouble() {
        return facts.kernelEvents().or(List.of()).stream()
                .anyMatch(e -> e.text().contains("gsp_") || e.text().contains("RmInitAdapter"));
    }

    /** The baseline pins an image: nodes are written anew, never patched forward. */
    boolean imageModel() {
        return goal.pins().containsKey(Field.IMAGE_VERSION);
    }

    boolean imageDiffers() {
        return differs(Field.IMAGE_VERSION) || imageUnknown();
    }

    boolean imageUnknown() {
        return !facts.software().manifest().known();
    }

    boolean versionsDiffer() {
        return versions.stream().anyMatch(d -> d.actionable() && !unknown(d))
                || packages.stream().anyMatch(d -> !d.found().equals("held: no"));
    }

    boolean onlyKernelDiffers() {
        return differs(Field.KERNEL)
                && versions.stream()
                        .filter(d -> d.actionable() && !unknown(d))
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
        return versions.stream().anyMatch(d -> !d.actionable() && !unknown(d));
    }

    String firmware() {
        return versions.stream()
                .filter(d -> !d.actionable())
                .map(Difference::toString)
                .collect(Collectors.joining("; "));
    }

    boolean unknownField() {
        return versions.stream().anyMatch(Seen::unknown);
    }

    String unknownFields() {
        return versions.stream()
                .filter(Seen::unknown)
                .map(d -> d.field() + " " + d.found())
                .collect(Collectors.joining("; "));
    }

    private boolean differs(Field field) {
        return versions.stream().anyMatch(d -> d.field().equals(field.key()) && !unknown(d));
    }

    private static boolean module(Difference difference) {
        return LOADED.contains(difference.field()) && !unknown(difference);
    }

    private static boolean unknown(Difference difference) {
        return difference.found().startsWith(UNKNOWN);
    }

    private Stream<InstalledPackage> installed() {
        return facts.software().packages().or(List.of()).stream()
                .filter(p -> p.status().equals("installed"));
    }

    private static List<Difference> packageDifferences(NodeFacts facts, Baseline goal) {
        Reading<List<InstalledPackage>> packages = facts.software().packages();
        if (!packages.known()) {
            return List.of(new Difference("packages", UNKNOWN + packages.error(), "the baseline's packages", true));
        }
        Map<String, InstalledPackage> byName = packages.or(List.of()).stream()
                .collect(Collectors.toMap(InstalledPackage::name, p -> p, (first, second) -> first));
        List<Difference> differences = new ArrayList<>();
        goal.packages().forEach((name, version) -> {
            Optional<InstalledPackage> found = Optional.ofNullable(byName.get(name));
            String is = found.filter(p -> p.status().equals("installed"))
                    .map(InstalledPackage::version)
                    .orElse("absent");
            if (!is.equals(version)) {
                differences.add(new Difference(name, is, version, true));
            } else if (goal.holds().contains(name)
                    && !found.map(InstalledPackage::held).orElse(false)) {
                differences.add(new Difference(name, "held: no", "held: yes", true));
            }
        });
        return differences;
    }

    private static List<Difference> settingDifferences(NodeFacts facts, Baseline goal) {
        List<Difference> differences = new ArrayList<>();
        goal.gates().services().forEach(service -> {
            String state = facts.software()
                    .services()
                    .map(s -> s.getOrDefault(service, "absent"))
                    .or("unknown");
            if (!state.equals("active")) {
                differences.add(new Difference(service, state, "active", true));
            }
        });
        goal.runtime().ifPresent(want -> compareSettings(facts.runtime(), want, differences));
        return differences;
    }

    private static void compareSettings(
            Reading<RuntimeSettings> reading, RuntimeSettings want, List<Difference> differences) {
        if (!reading.known()) {
            differences.add(new Difference("runtime", UNKNOWN + reading.error(), "the baseline's settings", true));
            return;
        }
        RuntimeSettings is = reading.value().orElseThrow();
        compareSetting("persistence", is.persistence(), want.persistence(), differences);
        compareSetting("computeMode", is.computeMode(), want.computeMode(), differences);
        compareSetting("powerLimitWatts", is.powerLimitWatts(), want.powerLimitWatts(), differences);
        compareSetting("clocks", is.clocks(), want.clocks(), differences);
        compareSetting("eccMode", is.eccMode(), want.eccMode(), differences);
        compareSetting("migMode", is.migMode(), want.migMode(), differences);
    }

    private static void compareSetting(String name, String is, String want, List<Difference> differences) {
        if (!want.isBlank() && !want.equals(is)) {
            differences.add(new Difference(name, is, want, true));
        }
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
