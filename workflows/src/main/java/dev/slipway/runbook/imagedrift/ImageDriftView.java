package dev.slipway.runbook.imagedrift;

import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.Field;
import dev.slipway.model.UnchangeableFields;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.rules.DriverView;
import dev.slipway.rules.GpuView;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.View;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers in what a node differs from its baseline. A field that could not be read is a difference of its own. */
record ImageDriftView(NodeView node, Differences found) implements View {

    static ImageDriftView of(NodeView node) {
        return new ImageDriftView(node, Differences.of(node.facts(), node.goal()));
    }

    private GpuView gpus() {
        return node.gpus();
    }

    private DriverView driver() {
        return node.driver();
    }

    private List<Difference> versions() {
        return found.versions();
    }

    private Judgement anyVersion(Predicate<Difference> is) {
        return Judgement.of(versions().stream().anyMatch(is));
    }

    private Judgement differs(Field field) {
        return anyVersion(d -> d.field().equals(field.key()) && !d.unread());
    }

    private Judgement anySetting(String field) {
        return Judgement.of(found.settings().stream().anyMatch(d -> d.field().equals(field)));
    }

    private Judgement packagesDiffer() {
        return Judgement.of(found.packages().stream().anyMatch(d -> !d.found().equals("held: no")));
    }

    /** This runbook would never end at its baseline. A broken node still leads to the other runbook that repairs it. */
    Judgement unchangeableOff() {
        UnchangeableFields fields =
                UnchangeableFields.of(node.facts(), node.goal()).evenByAnImage(node.goal());
        Judgement off = Judgement.of(
                !fields.off().isEmpty(), fields.sentence(node.facts().node()));
        Judgement anothers = gpus().silent()
                .and(driver().packagesBroken().not())
                .and(diskLeftThePin().not());
        return off.and(anothers.not());
    }

    /**
     * The work of this runbook, or of another that repairs a driver, changes the host and so belongs to the operator.
     */
    Judgement operatorsWork() {
        Judgement settingsAlone =
                settingsDiffer().and(migDiffers().or(eccDiffers()).not());
        return driver().operated()
                .and(gpus().silent()
                        .or(driver().packagesBroken())
                        .or(driver().twoBranches())
                        .or(versionsDiffer())
                        .or(imageMissed())
                        .or(patchedOnDisk())
                        .or(settingsAlone));
    }

    Judgement runFileDrifted() {
        Judgement runFile = driver().ofRunFile();
        return runFile.and(versionsDiffer().or(gpus().silent())).by(runFile.sentence());
    }

    /** The next load would not take the pin. */
    Judgement diskLeftThePin() {
        return differs(Field.DRIVER_ON_DISK)
                .or(differs(Field.DRIVER_USERSPACE))
                .or(differs(Field.LIBCUDA))
                .or(packagesDiffer());
    }

    Judgement movedUnderTheModule() {
        return gpus().silent().and(diskLeftThePin());
    }

    /** The node has no module; a module that modinfo finds exists, whatever the list of files shows. */
    Judgement withoutModule() {
        boolean found = driver().onDisk().reading().known();
        return gpus().silent().and(Judgement.of(!found)).and(driver().noModule());
    }

    Judgement firmwareFails() {
        return gpus().silent().and(node.log().firmwareToBlame());
    }

    private Judgement imaged() {
        return Judgement.of(node.goal().imaged());
    }

    Judgement imageMissed() {
        return imaged().and(differs(Field.IMAGE_VERSION).or(imageUnknown()));
    }

    /** Is yes as well if the image was built with other software than the node has. */
    Judgement patchedOnDisk() {
        return imaged().and(versionsDiffer().or(Judgement.any(ImageManifest.against(node.facts()))));
    }

    /** Is yes if unknown, because this table has a row for it. */
    Judgement imageUnknown() {
        return Judgement.of(!node.facts().software().manifest().known(), "no readable image manifest");
    }

    Judgement versionsDiffer() {
        return anyVersion(d -> d.actionable() && !d.unread()).or(packagesDiffer());
    }

    /** Only the kernel differs, and the pinned one would boot with its module. */
    Judgement wrongBootEntry() {
        boolean alone = versions().stream()
                        .filter(d -> d.actionable() && !d.unread())
                        .allMatch(d -> d.field().equals(Field.KERNEL.key()))
                && found.packages().isEmpty();
        return differs(Field.KERNEL).and(Judgement.of(alone)).and(node.kernel().pinnedReady());
    }

    Judgement fabricManagerDiffers() {
        return Judgement.of(!node.goal().profile().nvswitch().equals("none"))
                .and(differs(Field.FABRIC_MANAGER))
                .and(differs(Field.DRIVER_VERSION).not());
    }

    Judgement newer() {
        String now = node.facts().version(Field.DRIVER_VERSION).or("0");
        return differs(Field.DRIVER_VERSION)
                .and(Judgement.of(compare(now, node.pin(Field.DRIVER_VERSION).or("0")) > 0));
    }

    Judgement migDiffers() {
        return anySetting("migMode");
    }

    Judgement eccDiffers() {
        return anySetting("eccMode");
    }

    Judgement settingsDiffer() {
        boolean setting = found.settings().stream().anyMatch(d -> !d.unread());
        return Judgement.of(setting || !found.packages().isEmpty());
    }

    Judgement firmwareDiffers() {
        String firmware = versions().stream()
                .filter(d -> !d.actionable())
                .map(Difference::toString)
                .collect(Collectors.joining("; "));
        return anyVersion(d -> !d.actionable() && !d.unread()).by("change request: " + firmware);
    }

    /** Is yes if unknown, because this table has a row for it. */
    Judgement unknownField() {
        return Judgement.any(Stream.concat(versions().stream(), found.settings().stream())
                .filter(Difference::unread)
                .map(d -> d.field() + " " + d.found())
                .toList());
    }

    /** Compares dotted numbers, part by part: enough for driver versions, which are numbers only. */
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
