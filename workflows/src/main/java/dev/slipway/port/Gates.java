package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.Trigger;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** Runs the checks that must pass before a node leaves service, and before it returns. */
@ActivityInterface(namePrefix = "Gates.")
public interface Gates {

    /**
     * Safe to repeat: reads only. Fails with GATE_CLOSED and every objection if the node may not leave service now.
     * Returns what could not be judged and blocks nothing, for the journal.
     */
    List<String> mayLeaveService(Act act, Trigger trigger, FactsRef facts);

    /**
     * Safe to repeat: reads only. Answers G0–G4 and G11 against {@code goal}; a gate that could not be read is not
     * passed. {@code found}: the facts that the run began with; a field that no runbook changes and that was off in
     * them is not judged in a repair.
     */
    @Limits(minutes = 20)
    List<GateResult> verify(Act act, FactsRef facts, BaselineRef goal, FactsRef found);

    /**
     * Safe to repeat: reads only. Lines of the driver in {@code facts} that {@code goal} does not know by now, neither
     * as it was written nor as people have accepted since; empty = G3 has nothing to ask.
     */
    List<String> unknownLines(Act act, FactsRef facts, BaselineRef goal);

    /** Safe to repeat: reads only. What has gone wrong on the node since {@code act.t0()}; empty = clean soak. */
    List<String> sinceReadmission(Act act);
}
