package dev.slipway.frame;

import dev.slipway.model.Carried;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Leg;
import dev.slipway.model.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists the runbooks that a node went through under one cordon, this run's last. */
final class RunPath {
    private final Trigger trigger;
    private final String slug;
    private final Instant began = WorkflowWaits.now();

    RunPath(Trigger trigger, String slug) {
        this.trigger = trigger;
        this.slug = slug;
    }

    List<String> slugs() {
        List<String> path = new ArrayList<>(trigger.carried().map(Carried::path).orElse(List.of()));
        path.add(slug);
        return List.copyOf(path);
    }

    /** Returns the same with row and end; this runbook found {@code row} and ends by {@code how}. */
    List<Leg> legs(Optional<Diagnosed> row, String how) {
        List<Leg> legs = new ArrayList<>(trigger.carried().map(Carried::legs).orElse(List.of()));
        String id = row.map(Diagnosed::row).orElse("");
        String title = row.map(Diagnosed::title).orElse("");
        legs.add(new Leg(slug, id, title, began, WorkflowWaits.now(), how));
        return List.copyOf(legs);
    }
}
