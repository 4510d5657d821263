package dev.slipway.runbook.persistence;

import dev.slipway.model.ShortList;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.facts.PersistenceState.Mode;
import dev.slipway.model.facts.PersistenceState.Unit;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.View;
import java.util.List;
import java.util.function.Predicate;

/** Answers the questions of this table alone about a node's persistence mode. */
record PersistenceView(NodeView node) implements View {
    private static final int SHOWN = 4;

    private PersistenceState state() {
        return node.facts().persistence();
    }

    /** The baseline names another mode; a baseline without settings requires the mode on. */
    Judgement notWanted() {
        return Judgement.of(
                node.goal()
                        .runtime()
                        .map(RuntimeSettings::persistence)
                        .filter(wanted -> !wanted.isBlank() && !wanted.equals("Enabled"))
                        .isPresent(),
                "the baseline's runtime.persistence is not Enabled");
    }

    private Judgement unit(Predicate<Unit> is) {
        return Judgement.of("nvidia-persistenced", state().unit(), unit -> Judgement.of(is.test(unit), sentence()));
    }

    private Judgement gpu(Predicate<Mode> is) {
        return Judgement.of(
                "mode of each GPU",
                state().gpus(),
                gpus -> Judgement.of(gpus.stream().anyMatch(is), sentence()));
    }

    private Judgement modeOff() {
        return gpu(gpu -> !gpu.on());
    }

    /** The mode is off now, or a boot would leave it off. */
    Judgement off() {
        return modeOff().or(daemonOff()).or(flagged());
    }

    Judgement masked() {
        return unit(Unit::masked).by("somebody forbade nvidia-persistenced to start; " + sentence());
    }

    Judgement withoutUnit() {
        return unit(unit -> !unit.installed()).and(modeOff());
    }

    Judgement daemonOff() {
        return unit(unit -> unit.installed() && (!unit.runs() || !unit.atBoot()));
    }

    Judgement flagged() {
        return unit(unit -> unit.installed() && unit.flagged());
    }

    Judgement modeOffThoughItRuns() {
        return unit(Unit::installed).and(modeOff());
    }

    private String sentence() {
        List<Mode> off =
                state().gpus().or(List.of()).stream().filter(gpu -> !gpu.on()).toList();
        String unit = state().unit().map(Unit::toString).or("the unit is unread");
        return off.isEmpty() ? unit : unit + "; " + ShortList.words(off, SHOWN);
    }

    Judgement heldDown() {
        return gpu(gpu -> !gpu.slowed().isEmpty());
    }

    /** Clocks that somebody set and the baseline does not know; a baseline without clocks wants none. */
    Judgement clocksLeftSet() {
        String wanted = node.goal().runtime().map(RuntimeSettings::clocks).orElse("");
        return Judgement.of(
                "runtime",
                node.facts().runtime(),
                now -> Judgement.of(!wanted.isBlank() && !now.clocks().equals(wanted)));
    }
}
