package dev.slipway.runbook.gspmismatch;

import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverBranch;
import dev.slipway.model.facts.DriverFiles;
import dev.slipway.model.facts.DriverFiles.Firmware;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.rules.DriverView;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.StrayModules;
import dev.slipway.rules.View;
import dev.slipway.rules.triage.RecurrenceRules;
import dev.slipway.rules.triage.XidAction;
import dev.slipway.rules.triage.XidCatalogue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Answers the questions of this table alone about a node's firmware; {@code past} are the stored events of its GPUs.
 */
record GspMismatchView(NodeView node, Supplier<List<GpuEvent>> past) implements View {
    private static final long LIB_ROOM = 1L << 30;

    private DriverFiles files() {
        return node.facts().driverFiles();
    }

    private DriverView driver() {
        return node.driver();
    }

    /** The firmware is turned off by a file or the command line, and no waiver of the baseline records that. */
    Judgement turnedOff() {
        return Judgement.of("gsp setting", files().gspSettings(), settings -> {
            String who = settings.entrySet().stream()
                    .filter(setting -> setting.getValue().equals("0"))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.joining(", "));
            return Judgement.of(
                    !who.isEmpty() && !node.goal().waives(Field.GSP_FIRMWARE, node.facts()),
                    "NVreg_EnableGpuFirmware=0 in " + who + ": record it as a waiver of gspFirmware, or take it away");
        });
    }

    Judgement full() {
        boolean own = node.facts().kernels().freeBytes().or(Map.of()).containsKey("/lib");
        return driver().noRoom(Map.of(own ? "/lib" : "/", LIB_ROOM));
    }

    private Judgement firmware(BiFunction<String, List<Firmware>, Judgement> judge) {
        DriverView.Version pin = driver().pin();
        return Judgement.of(
                pin.part(),
                pin.reading(),
                version -> Judgement.of("firmware", files().firmware(), all -> judge.apply(version, all)));
    }

    /** Some directories of firmware are neither the pin's nor of the version of any package of the driver. */
    Judgement ownerless() {
        Set<String> packaged = driver().packages().stream()
                .filter(p -> p.name().contains("nvidia"))
                .map(InstalledPackage::version)
                .map(version -> version.substring(version.indexOf(':') + 1).replaceAll("-[^-]*$", ""))
                .collect(Collectors.toSet());
        return firmware((pin, all) -> {
            String strange = all.stream()
                    .map(Firmware::version)
                    .filter(version -> !version.equals(pin) && !packaged.contains(version))
                    .map(version -> "/lib/firmware/nvidia/" + version)
                    .collect(Collectors.joining(", "));
            return Judgement.of(!strange.isEmpty(), "nobody owns " + strange + ": a person must take it away");
        });
    }

    private StrayModules modules() {
        return StrayModules.of(node.facts(), node.goal());
    }

    /** There are several copies of the module, and it is unknown which are stray. */
    Judgement unclearCopies() {
        return driver().severalFiles()
                .and(Judgement.of(
                        modules().packages().isEmpty(),
                        "more than one nvidia module for the running kernel: "
                                + modules().why()));
    }

    /**
     * There are packages of another branch than the pin's that the goal does not name, or packages that own a stray
     * module.
     */
    Judgement stray() {
        String pin = driver().pin().reading().or("");
        TreeSet<String> stray = new TreeSet<>(modules().packages());
        Predicate<String> another = name -> DriverBranch.ofPackage(name)
                .filter(branch -> !pin.startsWith(branch + "."))
                .isPresent();
        driver().packages().stream().map(InstalledPackage::name).filter(another).forEach(stray::add);
        stray.removeAll(node.goal().packages().keySet());
        stray.removeAll(node.goal().holds());
        return Judgement.of(!stray.isEmpty(), String.join(", ", stray));
    }

    /** Another version runs well: if its GPUs were silent it would be broken, and be brought to the pin here. */
    Judgement driftedInPeace() {
        return node.gpus()
                .silent()
                .not()
                .and(driver().onDisk().is(driver().library()))
                .and(driver().onDisk().isNot(driver().pin()))
                .and(driver().packagesBroken().not());
    }

    /** Some of the pin's firmware is missing, by the files that the module on disk loads. */
    Judgement missing() {
        return firmware((pin, all) -> Judgement.of(
                "firmware of the module", files().asked(), asked -> Judgement.of(incomplete(pin, all, asked))));
    }

    private static boolean incomplete(String pin, List<Firmware> all, List<String> asked) {
        Firmware pinned = all.stream()
                .filter(directory -> directory.version().equals(pin))
                .findFirst()
                .orElseGet(() -> new Firmware(pin, Map.of()));
        Set<String> wanted = new TreeSet<>(pinned.files().keySet());
        asked.stream()
                .filter(file -> file.startsWith(pin + "/"))
                .map(file -> file.substring(pin.length() + 1))
                .forEach(wanted::add);
        return wanted.isEmpty() || wanted.stream().anyMatch(name -> !pinned.has(name));
    }

    Judgement brokenOrMixed() {
        return driver().packagesBroken().or(driver().onDisk().isNot(driver().library()));
    }

    /** Judges whether what is on disk is right and something else is in the kernel. */
    Judgement notReloaded() {
        return driver().loaded().and(driver().resident().isNot(driver().pin()));
    }

    Judgement doesNotLoad() {
        return driver().loaded()
                .not()
                .and(firmwareFails().not())
                .by("the driver does not load, and that is not its firmware: "
                        + node.log().firstTrouble());
    }

    /** The GPUs are silent, and the kernel reports that a firmware file did not load. */
    Judgement firmwareFails() {
        return node.gpus().silent().and(node.log().blames(Trouble.Kind.GSP_FIRMWARE));
    }

    private static boolean ofTheProcessor(XidEvent event) {
        return !event.nvswitch() && XidCatalogue.of(event.code()).care() == XidAction.RESET_THEN_REBOOT;
    }

    /** There is an XID of the system processor, or GPUs that the driver could not set up. */
    Judgement processorFails() {
        return node.log().event(GspMismatchView::ofTheProcessor).or(node.gpus().silent());
    }

    /** The firmware of a GPU that fails now failed before, in any node: it is not reset again. */
    Judgement failedBefore() {
        return node.log().event(GspMismatchView::ofTheProcessor).isNo()
                ? Judgement.no()
                : Judgement.of("kernelEvents", node.facts().eventsOfThisBoot(), this::failedBefore);
    }

    private Judgement failedBefore(List<XidEvent> events) {
        Set<String> failing = events.stream()
                .filter(GspMismatchView::ofTheProcessor)
                .map(XidEvent::bdf)
                .collect(Collectors.toSet());
        Set<String> serials = node.facts().hardware().gpus().or(List.of()).stream()
                .filter(gpu -> failing.contains(gpu.bdf()))
                .map(Gpu::serial)
                .collect(Collectors.toSet());
        return Judgement.of(RecurrenceRules.of(past.get(), node.facts().collectedAt()).stream()
                .anyMatch(repeat -> serials.contains(repeat.serial())));
    }

    /** The GPUs run firmware of another version than their driver, or none, and no reading explains why. */
    Judgement otherFirmware() {
        Reading<String> runs = node.facts().version(Field.GSP_FIRMWARE);
        String pin = driver().pin().reading().or("");
        String meant = node.pin(Field.GSP_FIRMWARE).or(pin);
        boolean waived = node.goal().waives(Field.GSP_FIRMWARE, node.facts());
        return Judgement.of(
                "gspFirmware",
                runs,
                version -> Judgement.of(!version.equals(meant) && !version.equals(pin) && !waived));
    }

    Judgement runsWithout() {
        boolean none = node.facts().version(Field.GSP_FIRMWARE).or("").equals("n/a");
        return otherFirmware()
                .and(Judgement.of(none))
                .by("GSP firmware is off on the GPUs, by no setting that is read");
    }
}
