package dev.slipway.runbook.persistence;

import dev.slipway.model.Baseline;
import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.PersistenceState.Mode;
import dev.slipway.model.PersistenceState.Unit;
import dev.slipway.model.Reading;
import dev.slipway.model.RuntimeSettings;
import dev.slipway.model.ShortList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A node's persistence mode beside its baseline. */
record Seen(NodeFacts facts, Baseline goal) {
    private static final int SHOWN = 4;

    List<Difference> differences() {
        return Differences.of(facts, goal).all();
    }

    /** Every part that a row stands on and that could not be read, with its reason. */
    private Map<String, String> unread() {
        Map<String, String> unread = new TreeMap<>();
        note(unread, "identity", facts.identity());
        note(unread, "boot", facts.boot());
        note(unread, "gpusOnBus", facts.hardware().gpusOnBus());
        note(unread, "driverOwner", facts.driverOwner());
        if (facts.operated()) {
            return unread;
        }
        note(unread, "nvidia-persistenced", facts.persistence().unit());
        if (!silent()) {
            note(unread, "mode of each GPU", facts.persistence().gpus());
            note(unread, "runtime", facts.runtime());
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

    /** The baseline says so by name; one that says nothing of settings wants the mode on. */
    boolean notWanted() {
        return goal.runtime()
                .map(RuntimeSettings::persistence)
                .filter(wanted -> !wanted.isBlank() && !wanted.equals("Enabled"))
                .isPresent();
    }

    boolean gpuMissing() {
        return facts.hardware().gpusOnBus().or(0) < goal.profile().expectedGpus();
    }

    boolean ownedBy(DriverOwner owner) {
        return facts.driverOwner().or(DriverOwner.NONE) == owner;
    }

    /** nvidia-smi fails, shows no GPU, or fewer than are on the bus. */
    boolean silent() {
        return facts.hardware().gpus().or(List.of()).size() < goal.profile().expectedGpus();
    }

    private Optional<Unit> unit() {
        return facts.persistence().unit().value();
    }

    private List<Mode> gpus() {
        return facts.persistence().gpus().or(List.of());
    }

    private boolean installed() {
        return unit().filter(Unit::installed).isPresent();
    }

    private boolean modeOff() {
        return !gpus().stream().allMatch(Mode::on);
    }

    /** The mode is off now, or a boot would leave it off. */
    boolean off() {
        return modeOff() || daemonOff() || flagged();
    }

    boolean masked() {
        return unit().filter(Unit::masked).isPresent();
    }

    boolean withoutUnit() {
        return !installed() && modeOff();
    }

    boolean daemonOff() {
        return unit().filter(Unit::installed)
                .filter(unit -> !unit.runs() || !unit.atBoot())
                .isPresent();
    }

    boolean flagged() {
        return unit().filter(Unit::installed).filter(Unit::flagged).isPresent();
    }

    boolean modeOffThoughItRuns() {
        return installed() && modeOff();
    }

    String state() {
        String open = ShortList.words(gpus().stream().filter(gpu -> !gpu.on()).toList(), SHOWN);
        String said = unit().map(Unit::toString).orElse("the unit is unread");
        return open.isEmpty() ? said : said + "; " + open;
    }

    boolean heldDown() {
        return gpus().stream().anyMatch(gpu -> !gpu.slowed().isEmpty());
    }

    /** Clocks that somebody set and the baseline does not know; a baseline without clocks wants none. */
    boolean clocksLeftSet() {
        String wanted = goal.runtime().map(RuntimeSettings::clocks).orElse("");
        String now = facts.runtime().map(RuntimeSettings::clocks).or("");
        return !wanted.isBlank() && !now.equals(wanted);
    }
}
