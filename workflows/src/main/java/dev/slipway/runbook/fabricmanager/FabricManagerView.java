package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.Field;
import dev.slipway.model.ShortList;
import dev.slipway.model.facts.FabricState;
import dev.slipway.model.facts.FabricState.Trouble;
import dev.slipway.model.facts.FabricState.Trouble.Kind;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.rules.DriverView;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.View;
import dev.slipway.rules.triage.RecoveryAction;
import dev.slipway.rules.triage.XidAction;
import dev.slipway.rules.triage.XidCatalogue;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers the questions of this table alone about a node's fabric. */
record FabricManagerView(NodeView node) implements View {
    private static final Set<String> NOT_HERE = Set.of("", "n/a");
    private static final List<Field> FOLLOWERS = List.of(Field.FABRIC_MANAGER, Field.NSCQ);
    private static final int SHOWN = 4;

    private FabricState fabric() {
        return node.facts().fabric();
    }

    private DriverView driver() {
        return node.driver();
    }

    Judgement switchesElsewhere() {
        return node.fabric().ownSwitches().not();
    }

    Judgement strangeSwitches() {
        return switchesElsewhere()
                .and(Judgement.of(
                        "switches on the bus", fabric().switches(), all -> Judgement.of(!all.isEmpty(), switches())));
    }

    Judgement driverOffThePin() {
        return driver().resident().isNot(driver().pin());
    }

    /** The driver on disk is at the pin: only the driver in the kernel was not reloaded. */
    Judgement driverNotReloaded() {
        return driverOffThePin().and(driver().onDisk().is(driver().pin()));
    }

    /** Fabric manager and nscq are not exactly the driver's version (I13), although the baseline requires them here. */
    Judgement followersApart() {
        return FOLLOWERS.stream()
                .filter(field -> !NOT_HERE.contains(node.pin(field).or("")))
                .map(field -> new DriverView.Version(field.key(), node.facts().version(field)))
                .map(follower -> follower.isNot(driver().resident()))
                .reduce(Judgement.no(), Judgement::or)
                .by(versions());
    }

    private String versions() {
        return Stream.concat(
                        Stream.of(Field.DRIVER_RESIDENT), FOLLOWERS.stream().filter(this::apart))
                .map(field -> field.key() + " " + node.facts().version(field).or("unknown"))
                .collect(Collectors.joining(", "));
    }

    private boolean apart(Field field) {
        return !NOT_HERE.contains(node.pin(field).or(""))
                && !node.facts().version(field).equals(node.facts().version(Field.DRIVER_RESIDENT));
    }

    /** The driver made no file for some bridges, or there are none if the system has switches on its own bus. */
    Judgement switchMissing() {
        Judgement onBus = Judgement.of(
                "switches on the bus",
                fabric().switches(),
                all -> all.isEmpty() ? Judgement.of(!onAnotherBus()) : fewerBroughtUp(all.size()));
        return says(Kind.TOPOLOGY, Kind.NO_SWITCH).or(onBus).by(switches());
    }

    private Judgement fewerBroughtUp(int onBus) {
        return Judgement.of("files of the switches", fabric().devices(), all -> Judgement.of(all.size() < onBus));
    }

    /** Later systems reach their switches through a subnet manager, and no bridge shows them. */
    private boolean onAnotherBus() {
        return !NOT_HERE.contains(node.pin(Field.NVLSM).or(""));
    }

    private String switches() {
        String said = lines(Kind.TOPOLOGY, Kind.NO_SWITCH);
        return fabric().switches().or(List.of()).size() + " NVSwitches on the bus, "
                + fabric().devices().or(List.of()).size() + " brought up" + (said.isEmpty() ? "" : ": " + said);
    }

    /** The fabric manager or the driver reports one of these about the fabric. */
    Judgement says(Kind... kinds) {
        return Judgement.of(
                "log of the fabric",
                fabric().troubles(),
                all -> Judgement.of(
                        all.stream().anyMatch(trouble -> List.of(kinds).contains(trouble.kind())), lines(kinds)));
    }

    private String lines(Kind... kinds) {
        List<String> lines = fabric().troubles().or(List.of()).stream()
                .filter(trouble -> List.of(kinds).contains(trouble.kind()))
                .map(Trouble::line)
                .toList();
        return ShortList.words(lines, SHOWN, "; ");
    }

    /**
     * A GPU has a fault, by the driver's present word or by an error since the boot. Errors of NVLinks go with the
     * switches, those of programs do not count.
     */
    Judgement gpuFault() {
        boolean asked = node.facts().hardware().gpus().or(List.of()).stream()
                .flatMap(gpu -> RecoveryAction.of(gpu.health().recoveryAction()).stream())
                .anyMatch(action -> action != RecoveryAction.NONE && action != RecoveryAction.RECOVER_IMEX);
        return Judgement.of(asked).or(node.log().event(FabricManagerView::ofTheGpu));
    }

    private static boolean ofTheGpu(XidEvent event) {
        XidAction xidAction = XidCatalogue.of(event.code()).care();
        return !event.nvswitch() && xidAction.now() && xidAction != XidAction.LINK && xidAction != XidAction.FABRIC;
    }

    /** The driver is the operator's, and the log that shows whether its hardware is at fault is known. */
    Judgement operated() {
        Judgement log =
                Judgement.read("kernelEvents", node.facts().kernelEvents()).not();
        return driver().operated().and(log);
    }

    Judgement runFileApart() {
        return driver().ofRunFile()
                .and(followersApart())
                .by(driver().ofRunFile().sentence());
    }

    Judgement managerDown() {
        return node.fabric().managerDown().by(lines(Kind.ENDED, Kind.VERSION));
    }

    Judgement noneRegistered() {
        return Judgement.of(
                "fabric of each GPU",
                fabric().gpus(),
                all -> Judgement.of(
                        node.fabric().open().size() == all.size(),
                        node.fabric().notRegistered().sentence()));
    }

    /** A GPU that is not registered refuses every CUDA program ({@code cudaErrorSystemNotReady}). */
    @Override
    public boolean unsafe() {
        return node.gpus().unsafe()
                || !node.fabric().managerDown().isNo()
                || node.fabric().notRegistered().isYes();
    }
}
