package dev.slipway.runbook.persistence;

import static dev.slipway.runbook.Row.row;
import static dev.slipway.runbook.Row.to;
import static dev.slipway.runbook.Row.toPerson;
import static dev.slipway.runbook.Row.unsafe;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.OperatorDriver;
import dev.slipway.runbook.Rows;
import java.util.List;
import java.util.Set;

/** Why GPUs fall asleep, or are slow though they do not, and what that asks for. Ordered: the first row that matches is taken. */
public final class PersistenceTable implements DecisionTable {
    private static final Rows<Seen> ROWS = new Rows<>(List.of(
            row("P1", "facts incomplete", Seen::unreadable, s -> new Route(Kind.REPORT, s.whatIsUnread())),
            row(
                    "P2",
                    "the baseline wants persistence off",
                    Seen::notWanted,
                    s -> new Route(Kind.REPORT, "the baseline's runtime.persistence is not Enabled")),
            row(
                    "P3",
                    "hardware: fewer GPUs on the bus than the profile",
                    Seen::gpuMissing,
                    to("gpu-fault-rma", unsafe())),
            row(
                    "P4",
                    "driver owned by host and container both",
                    s -> s.ownedBy(DriverOwner.BOTH),
                    toPerson(Seen::silent, "two driver owners on one node: a person must take one away")),
            row(
                    "P6",
                    "the daemon is in the GPU Operator's driver container",
                    s -> s.facts().operated() && (s.silent() || s.off()),
                    s -> OperatorDriver.route(s.facts(), s.goal())),
            row("P5", "GPUs on the bus do not answer", Seen::silent, to("module-reload", unsafe())),
            row(
                    "P7",
                    "the unit is masked",
                    Seen::masked,
                    s -> new Route(Kind.REPORT, "somebody forbade nvidia-persistenced to start; " + s.state())),
            row("P8", "no unit, and the mode is off", Seen::withoutUnit, PersistenceTable::persist),
            row("P9", "the daemon is off, or a boot does not start it", Seen::daemonOff, PersistenceTable::persist),
            row("P10", "the daemon is told to keep no GPU awake", Seen::flagged, PersistenceTable::persist),
            row("P11", "the daemon runs, and the mode is off", Seen::modeOffThoughItRuns, PersistenceTable::persist),
            row(
                    "P12",
                    "persistence is on, and heat or power holds clocks down",
                    Seen::heldDown,
                    to("thermal", Seen::silent)),
            row(
                    "P13",
                    "persistence is on, and application clocks were left set",
                    Seen::clocksLeftSet,
                    to("image-drift", Seen::silent)),
            row("P0", "persistence is on, and a boot keeps it so", s -> true, s -> new Route(Kind.CLEAN, ""))));

    private static Route persist(Seen seen) {
        return PersistenceProcedure.PERSIST.on(seen.state());
    }

    @Override
    public String slug() {
        return "persistence";
    }

    @Override
    public Set<String> leadsTo() {
        return ROWS.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        Seen seen = new Seen(facts, baseline);
        return ROWS.diagnose(seen, seen.differences());
    }

    /** The ids of all rows, in order; the document beside this file lists the same. */
    static List<String> rowIds() {
        return ROWS.ids();
    }
}
