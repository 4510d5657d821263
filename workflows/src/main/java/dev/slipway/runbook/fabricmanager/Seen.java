package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.Baseline;
import dev.slipway.model.FabricState;
import dev.slipway.model.FabricState.Registration;
import dev.slipway.model.FabricState.Trouble;
import dev.slipway.model.FabricState.Trouble.Kind;
import dev.slipway.model.Field;
import dev.slipway.model.KernelEvent;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.ShortList;
import dev.slipway.route.Care;
import dev.slipway.route.RecoveryAction;
import dev.slipway.route.XidCatalogue;
import dev.slipway.runbook.SeenDriver;
import dev.slipway.runbook.Unread;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A node's fabric beside its baseline. */
record Seen(NodeFacts facts, Baseline goal) implements SeenDriver {
    private static final String UNIT = "nvidia-fabricmanager";
    private static final Set<String> NOT_HERE = Set.of("", "n/a");
    private static final List<Field> FOLLOWERS = List.of(Field.FABRIC_MANAGER, Field.NSCQ);
    private static final int SHOWN = 4;

    private FabricState fabric() {
        return facts.fabric();
    }

    /** The switches are in the node, and so is what runs them. In a rack they are elsewhere, and so is their manager. */
    boolean ownSwitches() {
        return goal.profile().nvswitch().equals("local");
    }

    boolean switchesOnBus() {
        return !fabric().switches().or(List.of()).isEmpty();
    }

    @Override
    public Unread unread() {
        if (!ownSwitches()) {
            return new Unread(Map.of())
                    .look("identity", facts.identity())
                    .look("switches on the bus", fabric().switches());
        }
        if (operated()) {
            return Unread.ofDriver(facts).look("kernelEvents", facts.kernelEvents());
        }
        boolean answering = !silent();
        Unread unread = Unread.ofDriver(facts)
                .look("switches on the bus", fabric().switches())
                .look("services", facts.software().services())
                .look("files of the switches", fabric().devices())
                .look("log of the fabric", fabric().troubles())
                .look("kernelEvents", facts.kernelEvents())
                .lookIf(answering, "fabric of each GPU", fabric().gpus())
                .lookIf(answering, "NVLinks", facts.hardware().fabric())
                .lookIf(answering, "driverResident", facts.version(Field.DRIVER_RESIDENT));
        return pin(Field.DRIVER_VERSION).isBlank() ? unread.with("pin", "the baseline names no driver") : unread;
    }

    private String pin(Field field) {
        return goal.pins().getOrDefault(field, "");
    }

    private String version(Field field) {
        return facts.version(field).or("");
    }

    boolean driverOffThePin() {
        return !version(Field.DRIVER_RESIDENT).equals(pin(Field.DRIVER_VERSION));
    }

    /** What is on disk is the pin: the driver in the kernel only was not loaded anew. */
    boolean driverNotReloaded() {
        return driverOffThePin() && version(Field.DRIVER_ON_DISK).equals(pin(Field.DRIVER_VERSION));
    }

    /** I13: fabric manager and nscq are exactly the driver's version, where the baseline wants them here. */
    boolean followersApart() {
        return FOLLOWERS.stream().anyMatch(this::apart);
    }

    private boolean apart(Field field) {
        return !NOT_HERE.contains(pin(field)) && !version(field).equals(version(Field.DRIVER_RESIDENT));
    }

    String versions() {
        return Stream.concat(
                        Stream.of(Field.DRIVER_RESIDENT), FOLLOWERS.stream().filter(this::apart))
                .map(field -> field.key() + " " + facts.version(field).or("unknown"))
                .collect(Collectors.joining(", "));
    }

    /** Bridges that the driver made no file for, or none at all where the system has switches on its own bus. */
    boolean switchMissing() {
        int onBus = fabric().switches().or(List.of()).size();
        int brought = fabric().devices().or(List.of()).size();
        return says(Kind.TOPOLOGY) || (onBus == 0 ? !onAnotherBus() : brought < onBus) || says(Kind.NO_SWITCH);
    }

    /** Later systems reach their switches through a subnet manager, and no bridge shows them. */
    private boolean onAnotherBus() {
        return !NOT_HERE.contains(pin(Field.NVLSM));
    }

    String switches() {
        String said = lines(Kind.TOPOLOGY, Kind.NO_SWITCH);
        return fabric().switches().or(List.of()).size() + " NVSwitches on the bus, "
                + fabric().devices().or(List.of()).size() + " brought up" + (said.isEmpty() ? "" : ": " + said);
    }

    boolean says(Kind kind) {
        return fabric().troubles().or(List.of()).stream().anyMatch(trouble -> trouble.kind() == kind);
    }

    String lines(Kind... kinds) {
        List<String> lines = fabric().troubles().or(List.of()).stream()
                .filter(trouble -> List.of(kinds).contains(trouble.kind()))
                .map(Trouble::line)
                .toList();
        return ShortList.words(lines, SHOWN, "; ");
    }

    /** By the driver's word of now, or by an error since T0. Errors of NVLinks go with the switches, those of programs do not count. */
    boolean gpuFault() {
        boolean asked = facts.hardware().gpus().or(List.of()).stream()
                .flatMap(gpu -> RecoveryAction.of(gpu.health().recoveryAction()).stream())
                .anyMatch(action -> action != RecoveryAction.NONE && action != RecoveryAction.RECOVER_IMEX);
        return asked || facts.eventsOfThisBoot().or(List.of()).stream().anyMatch(Seen::ofTheGpu);
    }

    private static boolean ofTheGpu(KernelEvent event) {
        Care care = XidCatalogue.of(event.code()).care();
        return !event.nvswitch() && care.now() && care != Care.LINK && care != Care.FABRIC;
    }

    boolean managerDown() {
        return !facts.software()
                .services()
                .or(Map.of())
                .getOrDefault(UNIT, "not-found")
                .equals("active");
    }

    private List<Registration> open() {
        return fabric().gpus().or(List.of()).stream()
                .filter(gpu -> !gpu.completed())
                .toList();
    }

    boolean noneRegistered() {
        return open().size() == fabric().gpus().or(List.of()).size();
    }

    boolean someNotRegistered() {
        return !open().isEmpty();
    }

    /** A GPU that is not registered refuses every CUDA program ({@code cudaErrorSystemNotReady}). */
    @Override
    public boolean unsafe() {
        return SeenDriver.super.unsafe() || managerDown() || someNotRegistered();
    }

    String registrations() {
        return ShortList.words(open(), SHOWN);
    }

    boolean linksMissing() {
        int links = goal.profile().nvlinksPerGpu();
        return facts.hardware().fabric().map(NodeFacts.Fabric::linksActive).or(0) < links;
    }
}
