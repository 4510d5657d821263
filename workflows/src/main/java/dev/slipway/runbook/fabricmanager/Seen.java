package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.Baseline;
import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.FabricState;
import dev.slipway.model.FabricState.Registration;
import dev.slipway.model.FabricState.Trouble;
import dev.slipway.model.FabricState.Trouble.Kind;
import dev.slipway.model.Field;
import dev.slipway.model.KernelEvent;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.route.Care;
import dev.slipway.route.RecoveryAction;
import dev.slipway.route.XidCatalogue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A node's fabric beside its baseline. */
record Seen(NodeFacts facts, Baseline goal) {
    private static final String UNIT = "nvidia-fabricmanager";
    private static final Set<String> NOT_HERE = Set.of("", "n/a");
    private static final List<Field> FOLLOWERS = List.of(Field.FABRIC_MANAGER, Field.NSCQ);
    private static final int SHOWN = 4;

    private FabricState fabric() {
        return facts.fabric();
    }

    List<Difference> differences() {
        return Differences.of(facts, goal).all();
    }

    /** The switches are in the node, and so is what runs them. In a rack they are elsewhere, and so is their manager. */
    boolean ownSwitches() {
        return goal.profile().nvswitch().equals("local");
    }

    boolean switchesOnBus() {
        return !fabric().switches().or(List.of()).isEmpty();
    }

    /** Every part that a row stands on and that could not be read, with its reason. */
    private Map<String, String> unread() {
        Map<String, String> unread = new TreeMap<>();
        note(unread, "identity", facts.identity());
        note(unread, "switches on the bus", fabric().switches());
        if (!ownSwitches()) {
            return unread;
        }
        note(unread, "boot", facts.boot());
        note(unread, "gpusOnBus", facts.hardware().gpusOnBus());
        note(unread, "driverOwner", facts.software().driverOwner());
        note(unread, "packages", facts.software().packages());
        note(unread, "packagesBroken", facts.software().packagesBroken());
        note(unread, "services", facts.software().services());
        note(unread, "files of the switches", fabric().devices());
        note(unread, "log of the fabric", fabric().troubles());
        note(unread, "kernelEvents", facts.kernelEvents());
        if (pin(Field.DRIVER_VERSION).isBlank()) {
            unread.put("pin", "the baseline names no driver");
        }
        if (!silent()) {
            note(unread, "fabric of each GPU", fabric().gpus());
            note(unread, "NVLinks", facts.hardware().fabric());
            note(unread, "driverResident", facts.version(Field.DRIVER_RESIDENT));
        }
        return unread;
    }

    private static void note(Map<String, String> unread, String part, Reading<?> reading) {
        if (!reading.known()) {
            unread.put(part, reading.error());
        }
    }

    boolean unreadable() {
        return !unread().isEmpty();
    }

    String whatIsUnread() {
        return unread().entrySet().stream()
                .map(e -> e.getKey() + " (" + e.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    boolean gpuMissing() {
        return facts.hardware().gpusOnBus().or(0) < goal.profile().expectedGpus();
    }

    boolean ownedBy(DriverOwner owner) {
        return facts.software().driverOwner().or(DriverOwner.NONE) == owner;
    }

    /** nvidia-smi fails, shows no GPU, or fewer than are on the bus. */
    boolean silent() {
        return facts.hardware().gpus().or(List.of()).size() < goal.profile().expectedGpus();
    }

    boolean packagesBroken() {
        return !facts.software().packagesBroken().or(List.of()).isEmpty();
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
        return fabric().troubles().or(List.of()).stream()
                .filter(trouble -> List.of(kinds).contains(trouble.kind()))
                .limit(SHOWN)
                .map(Trouble::line)
                .collect(Collectors.joining("; "));
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

    String registrations() {
        return open().stream().limit(SHOWN).map(Registration::toString).collect(Collectors.joining(", "));
    }

    boolean linksMissing() {
        int links = goal.profile().nvlinksPerGpu();
        return facts.hardware().fabric().map(NodeFacts.Fabric::linksActive).or(0) < links;
    }
}
