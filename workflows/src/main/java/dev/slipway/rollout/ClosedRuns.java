package dev.slipway.rollout;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs of a wave that closed without a result: what each wrote to the ledger before it closed is its outcome. */
final class ClosedRuns {
    private final Ledger ledger = LedgerReads.stub(Ledger.class, "Read an outcome");
    private final LedgerReads reads;
    private final List<Closed> closed = new ArrayList<>();

    ClosedRuns(LedgerReads reads) {
        this.reads = reads;
    }

    /** Holds a run, and how the engine reports its end. */
    record Closed(Trigger trigger, WaveNodes.Ended run) {}

    void add(Trigger trigger, WaveNodes.Ended run) {
        closed.add(new Closed(trigger, run));
    }

    /** Returns those that were added and not yet taken. */
    List<Closed> takeAll() {
        List<Closed> all = List.copyOf(closed);
        closed.clear();
        return all;
    }

    /** Returns how the run left its node; waits for the ledger if it has to read it there. */
    NodeOutcome outcomeOf(Closed of) {
        Trigger trigger = of.trigger();
        if (of.run().busy()) {
            return WaveOutcomes.untouched(
                    trigger, "busy: another run holds " + trigger.node().workflowId());
        }
        Optional<String> run = of.run().runId();
        if (run.isEmpty()) {
            return WaveOutcomes.untouched(
                    trigger, "its run could not be started: " + of.run().closedBy());
        }
        return reads.read(() -> ledger.outcomeOf(run.get()), () -> false)
                .flatMap(written -> written)
                .orElseGet(() -> WaveOutcomes.ended(
                        trigger,
                        Outcome.HELD,
                        "the run closed without an outcome: " + of.run().closedBy()));
    }
}
