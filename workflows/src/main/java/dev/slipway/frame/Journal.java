package dev.slipway.frame;

import dev.slipway.model.Durations;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Takeover;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reports one run to a person: where it is, why it waits, what is next, what can be done, then every step.
 */
final class Journal {
    private static final int LINES_SHOWN = 60;
    private final List<String> lines = new ArrayList<>();
    private String head = "";
    private String now = "starting";
    private String why = "";
    private NodeState state = NodeState.WAITING;
    private List<String> choices = List.of();
    private String decideBy = "";
    private String undecided = "";
    private String last = "";
    private NodeState left = NodeState.WAITING;
    private NodeState asking = NodeState.WAITING;
    private boolean settled;
    private boolean changing;
    private final String adopting;
    private RunKind kind;

    /** {@code slug} names the runbook that may take the node over if this run holds it. */
    Journal(RunKind kind, String slug, NodeRef node) {
        this.kind = kind;
        this.adopting = "`" + Takeover.command(slug, node) + "`";
    }

    /** Sets the line at the top, what this run is about, from the next change on. */
    void about(String text) {
        head = text;
    }

    /** Changes the kind of the run from here on: it may have lost what it would roll back to. */
    void changeKind(RunKind changed) {
        kind = changed;
    }

    void begin(String step, NodeState at) {
        now = step;
        state = last.isEmpty() ? at : left;
        why = "";
        show();
    }

    /** From here on nothing is left to stop; or there is again, because the node is rolled back. */
    void settled(boolean is) {
        settled = is;
    }

    /** From here on the node is changed, whatever a step says of it. */
    void changes() {
        changing = true;
    }

    /** Returns what an abort does now: what follows "the run". */
    String afterAbort() {
        if (state == NodeState.DECISION) {
            return kind.afterAbort(over(asking) ? NodeState.ROLLING_BACK : changed(asking));
        }
        return settled || over(state) ? "has nothing left to stop" : kind.afterAbort(changed(state));
    }

    private static boolean over(NodeState at) {
        return at == NodeState.HELD || at == NodeState.IN_SERVICE || at == NodeState.READMITTED;
    }

    /** A step before a change and one within it may leave the node in the same state. */
    private NodeState changed(NodeState at) {
        return changing && (at == NodeState.WAITING || at == NodeState.CORDONED) ? NodeState.MUTATING : at;
    }

    /** The node was left in this state, whatever is still to be written down: the next step shows it. */
    void leaves(NodeState as) {
        state = as;
        left = as;
        last = "this end is written to the ledger, and the capacity released";
    }

    /** Another runbook goes on with the node under the same workflow id. */
    void handsOver(String runbook) {
        settled = true;
        last = "runbook " + runbook + ", in the run that follows under the same id";
        line("goes on as " + runbook);
    }

    void waiting(String reason) {
        why = reason;
        show();
    }

    void decision(String error, List<String> open, Instant deadline, String safe) {
        asking = state;
        state = NodeState.DECISION;
        why = error;
        choices = List.copyOf(open);
        decideBy = deadline.toString();
        undecided = safe;
        lines.add("DECISION at " + error);
        show();
    }

    void decided() {
        choices = List.of();
        decideBy = "";
        why = "";
        show();
    }

    void done(String step, int attempt, Instant began, String result) {
        String took = Durations.words(Duration.between(began, Instant.ofEpochMilli(Workflow.currentTimeMillis())));
        line(step + (attempt > 1 ? " (attempt " + attempt + ")" : "") + " – " + result + " – " + took);
    }

    void line(String text) {
        lines.add(text);
        show();
    }

    /** The run has ended, and left the node in this state. */
    void ended(NodeState as) {
        state = as;
        last = "";
        show();
    }

    RunView view() {
        return new RunView(state.word(), now, why, choices, decideBy, List.copyOf(lines));
    }

    private String next() {
        return last.isEmpty() ? kind.next(changed(state)) : last;
    }

    /** Returns what a person can do while no decision is open. */
    private String open() {
        if (state == NodeState.HELD) {
            return "repair it, then " + adopting;
        }
        if (settled || over(state)) {
            return "nothing is left to stop";
        }
        return kind == RunKind.LEASE ? RunKind.giveBack(state) : "with update `abort` the run " + afterAbort();
    }

    private void show() {
        StringBuilder text = new StringBuilder("**").append(head).append("**\n\n");
        text.append("- where it is: ")
                .append(now)
                .append(" (")
                .append(state.word())
                .append(")\n");
        if (!why.isBlank()) {
            text.append("- why it waits: ").append(why).append('\n');
        }
        text.append("- what is next: ")
                .append(
                        decideBy.isBlank()
                                ? next()
                                : "what you decide; if nobody does, " + undecided + " at " + decideBy)
                .append('\n');
        text.append("- what you can do: ")
                .append(
                        choices.isEmpty()
                                ? open()
                                : "update or signal " + String.join(", ", choices) + " before " + decideBy)
                .append("\n\n");
        int from = Math.max(0, lines.size() - LINES_SHOWN);
        if (from > 0) {
            text.append("The first ").append(from).append(" lines: query `view`.\n\n");
        }
        for (int i = from; i < lines.size(); i++) {
            text.append(i + 1).append(". ").append(lines.get(i)).append('\n');
        }
        Workflow.setCurrentDetails(text.toString());
    }
}
