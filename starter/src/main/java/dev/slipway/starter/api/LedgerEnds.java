package dev.slipway.starter.api;

import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.Plans;
import dev.slipway.model.Outcome;
import dev.slipway.model.ShortList;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts from the ledger how the nodes of a plan have ended since it was made: for a rollout that was closed by force
 * and no longer counts, and for one that Temporal no longer has. A node that is in work, or out without an outcome, is
 * UNKNOWN.
 */
final class LedgerEnds {
    private static final String UNKNOWN = "UNKNOWN";
    private static final int PAGE = 500;
    private static final int NAMED = 20;
    private static final int RUNS = 50;
    private final LedgerDatabase ledger;
    private final Window window;
    private final int size;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<NodeNote> out = new ArrayList<>();
    private String fleet = "FLEET";
    private boolean begun;

    private LedgerEnds(LedgerDatabase ledger, Plans.Plan plan, Window window) {
        this.ledger = ledger;
        this.window = window;
        this.size = plan.size();
    }

    /**
     * A rollout, and from when it was planned until it closed: what began before or after that is of another run, and
     * so is what a person or another rollout started meanwhile.
     */
    record Window(String change, Instant planned, Instant closed) {
        static Window of(Plans.Plan plan, Instant closed) {
            return new Window(plan.id(), plan.keptAt(), closed);
        }

        boolean has(NodeOutcome end) {
            return !end.ended().isBefore(planned) && !end.started().isAfter(closed) && end.mayBeOf(change);
        }
    }

    /** Reads the ledger as it is now. */
    static LedgerEnds of(LedgerDatabase ledger, Plans.Plan plan, Window window) {
        LedgerEnds ends = new LedgerEnds(ledger, plan, window);
        for (int from = 0; from < plan.size(); from += PAGE) {
            ledger.plans().page(plan.id(), from, from + PAGE).forEach(ends::count);
        }
        return ends;
    }

    private void count(Trigger trigger) {
        fleet = trigger.fleet();
        NodeEnd end = of(ledger, trigger.node(), window);
        begun |= end.row().isPresent() || !end.ended().isEmpty();
        end.row().filter(note -> end.inWork()).ifPresent(out::add);
        outcomes.merge(end.outcome(), 1, Integer::sum);
    }

    /**
     * Holds what the ledger has of a node since a rollout was planned: its row as it is now, the end of its run in that
     * rollout, whether that run is still at work on it, and whether it brought the node to its goal or found it there.
     */
    record NodeEnd(@Nullable NodeNote noted, @Nullable NodeOutcome end, boolean inWork, boolean atGoal) {

        /** Returns its row. */
        Optional<NodeNote> row() {
            return Optional.ofNullable(noted);
        }

        /** Returns the outcome of its run in the rollout; empty while there is none. */
        String ended() {
            return end == null ? "" : end.outcome().name();
        }

        /** Returns the decision row that the rollout met, not a later run. */
        String decidedBy() {
            return end == null ? row().flatMap(NodeNote::row).orElse("") : end.row();
        }

        /** Returns why it ended so in the rollout, or, while it has not ended, why it is where it is. */
        String why() {
            return end == null ? row().map(NodeNote::why).orElse("") : end.reason();
        }

        /** Returns the outcome to count once the rollout has closed. */
        String outcome() {
            if (inWork) {
                return UNKNOWN;
            }
            return ended().isEmpty() ? Outcome.UNTOUCHED.name() : ended();
        }
    }

    /** Reads that of one node. */
    static NodeEnd of(LedgerDatabase ledger, NodeRef node, Window window) {
        Optional<NodeNote> row =
                ledger.nodeRows().of(node).filter(note -> !note.at().isBefore(window.planned()));
        Optional<NodeOutcome> ended = ended(ledger, node, window);
        boolean inWork = row.filter(note -> note.state() != NodeState.IN_SERVICE)
                .filter(note -> ended.isEmpty()
                        || (note.state() != NodeState.HELD && !note.at().isAfter(window.closed())))
                .isPresent();
        boolean held = row.filter(note -> note.state() == NodeState.HELD).isPresent();
        boolean atGoal = ended.filter(end -> end.outcome() == Outcome.CONVERGED || (end.foundClean() && !held))
                .isPresent();
        return new NodeEnd(row.orElse(null), ended.orElse(null), inWork, atGoal);
    }

    private static Optional<NodeOutcome> ended(LedgerDatabase ledger, NodeRef node, Window window) {
        return ledger.outcomes().ofNode(node, RUNS).stream().filter(window::has).findFirst();
    }

    /** Returns whether the ledger has a row or an end of any of its nodes since it was planned. */
    boolean begun() {
        return begun;
    }

    /** Returns how many nodes ended by each outcome. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    /** Returns what a person has to know about them and do next. */
    String summary() {
        if (out.isEmpty()) {
            return "by the ledger, none of " + size
                    + " nodes is in progress or out of service; plan what is left: slipway drift check --fleet "
                    + fleet;
        }
        List<String> nodes = out.stream()
                .map(note -> note.node().name() + " (" + note.state().word() + ")")
                .toList();
        return "by the ledger, " + out.size() + " of " + size + " nodes are in progress or out of service: "
                + ShortList.words(nodes, NAMED) + "; see: slipway node show "
                + out.getFirst().node();
    }
}
