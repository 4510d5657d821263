package dev.slipway.frame;

import dev.slipway.model.Durations;
import dev.slipway.model.node.NodeState;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells the story of one run to a person: where it is, why it waits, what is next, what can be done, then every step.
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
    private Telling telling;

    Journal(Telling telling) {
        this.telling = telling;
    }

    /** Sets the line at the top: what this run is about. */
    void about(String text) {
        head = text;
        show();
    }

    /** Changes what it is about from here on. */
    void tells(Telling changed) {
        telling = changed;
    }

    void begin(String step, NodeState at) {
        now = step;
        state = at;
        why = "";
        show();
    }

    void waiting(String reason) {
        why = reason;
        show();
    }

    void decision(String error, List<String> open, Instant deadline, String safe) {
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

    void state(NodeState next) {
        state = next;
        show();
    }

    RunView view() {
        return new RunView(state.word(), now, why, choices, decideBy, List.copyOf(lines));
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
                                ? telling.next(state)
                                : "what you decide; if nobody does, " + undecided + " at " + decideBy)
                .append('\n');
        text.append("- what you can do: ")
                .append(
                        choices.isEmpty()
                                ? telling.open(state)
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
