package dev.slipway.runbook.modulereload;

import dev.slipway.model.facts.CdiSpecs;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Boot;
import dev.slipway.rules.DriverView;
import dev.slipway.rules.DriverView.Version;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.View;
import java.util.Optional;

/**
 * Answers how the driver in the kernel, on disk, in its library and in the next boot stand to each other and to the
 * pin.
 */
record ModuleReloadView(NodeView node) implements View {
    private DriverView driver() {
        return node.driver();
    }

    private LoadState load() {
        return node.facts().load();
    }

    private Version resident() {
        return driver().resident();
    }

    private Version disk() {
        return driver().onDisk();
    }

    private Version library() {
        return driver().library();
    }

    private Version pin() {
        return driver().pin();
    }

    private Judgement unloaded() {
        return driver().loaded().not();
    }

    /** Another driver holds the GPUs, so that this one cannot. */
    Judgement otherDriver() {
        return unloaded().and(driver().loaded("nouveau").or(node.log().blames(Trouble.Kind.OTHER_DRIVER)));
    }

    /** Nothing is loaded, and the log shows this reason. */
    Judgement unloadedFor(Trouble.Kind kind) {
        return unloaded().and(node.log().blames(kind));
    }

    /** The module on disk at the pin is of another kernel. */
    Judgement staleBuild() {
        String kernel = node.facts().boot().map(Boot::kernel).or("");
        Judgement foreign = Judgement.of(
                "vermagic", load().vermagic(), vermagic -> Judgement.of(!vermagic.split(" ", 2)[0].equals(kernel)));
        Judgement refused = unloaded().and(node.log().blames(Trouble.Kind.OTHER_KERNEL, Trouble.Kind.UNKNOWN_SYMBOL));
        return disk().is(pin()).and(foreign.or(refused));
    }

    /** Disk and library moved together, away from the pin that is still loaded. */
    Judgement movedUnderThePin() {
        return resident().is(pin()).and(disk().isNot(pin())).and(disk().is(library()));
    }

    Judgement neverReloaded() {
        return driver().loaded()
                .and(resident().isNot(disk()))
                .and(disk().is(pin()))
                .and(library().is(pin()));
    }

    Judgement libraryAlone() {
        return driver().loaded().and(resident().is(disk())).and(library().isNot(disk()));
    }

    Judgement moduleAlone() {
        return driver().loaded().and(resident().is(library())).and(disk().isNot(resident()));
    }

    Judgement allDiffer() {
        return driver().loaded()
                .and(resident().isNot(disk()))
                .and(disk().isNot(library()))
                .and(resident().isNot(library()));
    }

    /** Nothing is loaded, and module and library are of two versions. */
    Judgement unloadedAndMixed() {
        return unloaded().and(disk().isNot(library()));
    }

    Judgement unloadedAtThePin() {
        return unloaded().and(disk().is(pin())).and(library().is(pin()));
    }

    /** A load would bring one version, and not the pinned one. */
    Judgement consistentlyDrifted() {
        return disk().is(library()).and(disk().isNot(pin()));
    }

    /** Is yes if unknown, because this table has a row for it. */
    Judgement initramfsUnread() {
        return unread("initramfs: ", load().initramfs());
    }

    /** Is yes if unknown, because this table has a row for it. */
    Judgement cdiUnread() {
        return unread("CDI specifications: ", node.facts().driverFiles().cdi());
    }

    private static Judgement unread(String what, Reading<?> reading) {
        return Judgement.of(!reading.known(), what + reading.error());
    }

    /** The next boot would bring back another driver; an initramfs without one loads what is on disk. */
    Judgement staleInitramfs() {
        return Judgement.of(
                "initramfs",
                load().initramfs(),
                next -> next.isEmpty() ? Judgement.no() : new Version("initramfs", load().initramfs()).isNot(pin()));
    }

    /** The CDI specifications for containers name another driver; an unreadable one is the next row. */
    Judgement staleCdi() {
        return Judgement.of(
                cdi().filter(specs -> !specs.stale(pinned()).isEmpty()).isPresent());
    }

    private Optional<CdiSpecs> cdi() {
        return node.facts().driverFiles().cdi().value();
    }

    private String pinned() {
        return pin().reading().or("");
    }

    /** Returns whether the node's own tools write the CDI specifications. */
    boolean cdiOurs() {
        return cdi().filter(specs -> !specs.ours(pinned()).isEmpty()).isPresent();
    }

    /** Returns the specifications of other writers that name another driver. */
    String cdiOfOthers() {
        return cdi().map(specs -> String.join("; ", specs.others(pinned()))).orElse("");
    }
}
