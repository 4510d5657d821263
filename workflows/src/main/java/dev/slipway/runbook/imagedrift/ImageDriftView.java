package dev.slipway.runbook.imagedrift;

import dev.slipway.model.Difference;
import dev.slipway.model.Field;
import dev.slipway.model.UnchangeableFields;
import dev.slipway.rules.DriftView;
import dev.slipway.rules.DriverView;
import dev.slipway.rules.GpuView;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.View;
import java.util.stream.Collectors;

/** Answers why a node differs from its baseline, and whether that is drift or a fault. */
record ImageDriftView(DriftView drift) implements View {

    static ImageDriftView of(NodeView node) {
        return new ImageDriftView(DriftView.of(node));
    }

    @Override
    public NodeView node() {
        return drift.node();
    }

    private GpuView gpus() {
        return node().gpus();
    }

    private DriverView driver() {
        return node().driver();
    }

    private Judgement anySetting(String field) {
        return Judgement.of(
                drift.found().settings().stream().anyMatch(d -> d.field().equals(field)));
    }

    /** This runbook would never end at its baseline. A broken node still leads to the other runbook that repairs it. */
    Judgement unchangeableOff() {
        UnchangeableFields fields =
                UnchangeableFields.of(node().facts(), node().goal()).evenByAnImage(node().goal());
        Judgement off = Judgement.of(
                !fields.off().isEmpty(), fields.sentence(node().facts().node()));
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
                drift.settingsDiffer().and(migDiffers().or(eccDiffers()).not());
        return driver().operated()
                .and(gpus().silent()
                        .or(driver().packagesBroken())
                        .or(driver().twoBranches())
                        .or(drift.versionsDiffer())
                        .or(drift.imageMissed())
                        .or(drift.patchedOnDisk())
                        .or(settingsAlone));
    }

    Judgement runFileDrifted() {
        Judgement runFile = driver().ofRunFile();
        return runFile.and(drift.versionsDiffer().or(gpus().silent())).by(runFile.sentence());
    }

    /** The next load would not take the pin. */
    Judgement diskLeftThePin() {
        return drift.differs(Field.DRIVER_ON_DISK)
                .or(drift.differs(Field.DRIVER_USERSPACE))
                .or(drift.differs(Field.LIBCUDA))
                .or(drift.packagesDiffer());
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
        return gpus().silent().and(node().log().firmwareToBlame());
    }

    /** Only the kernel differs, and the pinned one would boot with its module. */
    Judgement wrongBootEntry() {
        boolean alone = drift.versions().stream()
                        .filter(d -> d.actionable() && !d.unread())
                        .allMatch(d -> d.field().equals(Field.KERNEL.key()))
                && drift.found().packages().isEmpty();
        return drift.differs(Field.KERNEL)
                .and(Judgement.of(alone))
                .and(node().kernel().pinnedReady());
    }

    Judgement fabricManagerDiffers() {
        return Judgement.of(!node().goal().profile().nvswitch().equals("none"))
                .and(drift.differs(Field.FABRIC_MANAGER))
                .and(drift.differs(Field.DRIVER_VERSION).not());
    }

    Judgement newer() {
        String now = node().facts().version(Field.DRIVER_VERSION).or("0");
        return drift.differs(Field.DRIVER_VERSION)
                .and(Judgement.of(compare(now, node().pin(Field.DRIVER_VERSION).or("0")) > 0));
    }

    Judgement migDiffers() {
        return anySetting("migMode");
    }

    Judgement eccDiffers() {
        return anySetting("eccMode");
    }

    Judgement firmwareDiffers() {
        String firmware = drift.versions().stream()
                .filter(d -> !d.actionable())
                .map(Difference::toString)
                .collect(Collectors.joining("; "));
        return drift.anyVersion(d -> !d.actionable() && !d.unread()).by("change request: " + firmware);
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
