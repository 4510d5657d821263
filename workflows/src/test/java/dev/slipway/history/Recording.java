package dev.slipway.history;

import dev.slipway.input.Handlers;
import io.temporal.common.WorkflowExecutionHistory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds runs of tests to {@link StoredHistories}, where {@link #PROPERTY} asks for it: {@code missing} adds each run that shows something which no stored run of its workflow shows, {@code all} adds each
 * run. Nothing that is stored is written again.
 */
public final class Recording {
    /** The property; where it is not set nothing of this class is needed. */
    public static final String PROPERTY = "slipway.histories.record";

    private static final String EACH = "all";
    private static final Set<String> TYPES =
            Handlers.all().stream().map(Handlers::toString).collect(Collectors.toSet());
    private static final Set<String> SLUGS = slugs();
    private static final Set<String> STORED = new HashSet<>();

    private Recording() {}

    private static Set<String> slugs() {
        Set<String> slugs = new HashSet<>(WhatWorkflowsDo.RUNBOOKS);
        WhatWorkflowsDo.tables().forEach(table -> slugs.addAll(table.leadsTo()));
        return slugs;
    }

    /** Adds of {@code histories}, the runs of one test, what {@code wanted} asks for. */
    public static void offer(String wanted, List<WorkflowExecutionHistory> histories) {
        synchronized (STORED) {
            if (STORED.isEmpty()) {
                StoredHistories.files()
                        .forEach(file -> STORED.addAll(marks(HistoryTraits.of(StoredHistories.read(file)))));
            }
            for (WorkflowExecutionHistory history : histories) {
                HistoryTraits run = HistoryTraits.of(history);
                if (ofTheProduct(run) && (STORED.addAll(marks(run)) || wanted.equals(EACH))) {
                    StoredHistories.add(run.type(), name(run), history);
                }
            }
        }
    }

    /** Neither a run of a workflow that tests bring, nor one that leads to such a workflow or comes from there. */
    static boolean ofTheProduct(HistoryTraits run) {
        return TYPES.contains(run.type())
                && Stream.of("to", "from", "needs", "row-to")
                        .flatMap(kind -> run.values(kind).stream())
                        .allMatch(SLUGS::contains);
    }

    static Set<String> marks(HistoryTraits run) {
        return run.all().stream().map(trait -> run.type() + " " + trait).collect(Collectors.toSet());
    }

    /** How the run ended, and by which way, so far as a name can tell it. */
    static String name(HistoryTraits run) {
        List<String> parts = new ArrayList<>(List.of(run.end()));
        run.values("from").forEach(slug -> parts.add("from-" + slug));
        run.values("route").stream().map(HistoryTraits::word).forEach(parts::add);
        run.values("needs").forEach(slug -> parts.add("needs-" + slug));
        run.values("failure").stream().map(HistoryTraits::word).forEach(parts::add);
        run.values("update").stream().map(HistoryTraits::slug).forEach(parts::add);
        if (run.has("event", "START_CHILD_WORKFLOW_EXECUTION_INITIATED") && run.has("step", "nccl-pair")) {
            parts.add("partner");
        }
        if (run.values("step").stream().anyMatch(step -> step.startsWith("undo-"))) {
            parts.add("undone");
        }
        return String.join("-", parts);
    }
}
