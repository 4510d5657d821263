package dev.slipway.frame;

import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.port.Diagnosis;
import dev.slipway.port.Nodes;
import java.time.Duration;
import java.util.Optional;

/** Holds the node's facts as this run read them, and the row that the runbook's table gave. */
final class NodeReadings {
    private final RunContext run;
    private Optional<FactsRef> found = Optional.empty();
    private Optional<FactsRef> beforeImage = Optional.empty();
    private Optional<Diagnosed> row = Optional.empty();

    NodeReadings(RunContext run) {
        this.run = run;
    }

    /** Reads and diagnoses the node; ends the run where there is nothing to do for it. */
    void read(Duration lookBack) {
        FactsRef facts = run.step(Step.FACTS, Nodes.class, (n, act) -> n.facts(act.before(lookBack)));
        run.binding.bind(run.trigger.carried().map(c -> c.machine()).orElse(facts.identity()));
        found = Optional.of(facts);
        run.binding.boots().read(facts.bootId());
        Diagnosed now =
                run.step(Step.DIAGNOSE, Diagnosis.class, (d, act) -> d.diagnose(act, facts, run.trigger.goal()));
        row = Optional.of(now);
        run.journal.line("row " + now.row() + ": " + now.summary());
        if (now.route().kind() == Route.Kind.REPORT) {
            throw new RunEnded.Refused(now.title() + ": " + now.route().detail());
        }
        if (clean() && !run.trigger.options().adopt()) {
            throw new RunEnded.Refused("clean: " + now.title());
        }
        if (clean()) {
            run.journal.line("clean, and adopted: nothing is changed, the gates run before it is readmitted");
        }
    }

    /** Returns whether the table found nothing to do. */
    boolean clean() {
        return row.filter(d -> d.route().kind() == Route.Kind.CLEAN).isPresent();
    }

    /** Returns whether the row is this runbook's own work. */
    boolean ours() {
        Route.Kind kind = diagnosed().route().kind();
        return kind != Route.Kind.HOLD && kind != Route.Kind.DIVERT;
    }

    /** Ends the run where the row leaves the node to a person or to another runbook. */
    void endWhereNotOurs() {
        Route route = diagnosed().route();
        switch (route.kind()) {
            case HOLD -> throw new RunEnded.Hold(route.detail());
            case DIVERT -> throw new RunEnded.Divert(route.detail(), "");
            default -> {}
        }
    }

    /**
     * Binds the node again after a re-image, which may rename the machine and its object but never puts another board
     * or GPU under the name.
     */
    void bindAnew(FactsRef before) {
        beforeImage = Optional.of(before);
        FactsRef now = now(FrameSteps.REIMAGED);
        run.binding.rebind(now.identity());
        run.binding.boots().read(now.bootId());
    }

    /** Facts of the machine that was found, whatever was written to it. */
    FactsRef now(StepId step) {
        return run.step(
                step,
                Nodes.class,
                (n, act) -> beforeImage.map(before -> n.factsAnew(act, before)).orElseGet(() -> n.facts(act)));
    }

    /** Returns the first reading, before anything was done; empty if there was none. */
    Optional<FactsRef> found() {
        return found;
    }

    Optional<Diagnosed> row() {
        return row;
    }

    Diagnosed diagnosed() {
        return row.orElseThrow();
    }
}
