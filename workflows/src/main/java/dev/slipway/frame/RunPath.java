package dev.slipway.frame;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.node.Handover;
import dev.slipway.model.node.PathEntry;
import dev.slipway.model.node.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists the runbooks that a node went through under one cordon, this run's last. */
final class RunPath {
    private final Trigger trigger;
    private final String slug;
    private final Instant began = WorkflowTimers.now();

    RunPath(Trigger trigger, String slug) {
        this.trigger = trigger;
        this.slug = slug;
    }

    List<String> slugs() {
        List<String> path =
                new ArrayList<>(trigger.carried().map(Handover::path).orElse(List.of()));
        path.add(slug);
        return List.copyOf(path);
    }

    /** Returns the same with row and end; this runbook found {@code row} and ends by {@code how}. */
    List<PathEntry> entries(Optional<Diagnosed> row, String how) {
        List<PathEntry> entries =
                new ArrayList<>(trigger.carried().map(Handover::entries).orElse(List.of()));
        String id = row.map(Diagnosed::row).orElse("");
        String title = row.map(Diagnosed::title).orElse("");
        entries.add(new PathEntry(slug, id, title, began, WorkflowTimers.now(), how));
        return List.copyOf(entries);
    }
}
