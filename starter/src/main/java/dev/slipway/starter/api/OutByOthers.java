package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.rollout.CapacityView;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Counts the nodes of a fleet that somebody else has taken out, as its capacity budget last saw them. */
@Component
final class OutByOthers {
    private final Runs runs;

    OutByOthers(Runs runs) {
        this.runs = runs;
    }

    /** Returns 0 while the budget has not received any request, or does not answer. */
    int in(FleetConfig fleet) {
        try {
            return runs.query("capacity/" + fleet.domain(), "view", CapacityView.class)
                    .flatMap(view -> Optional.ofNullable(view.outByOthers()))
                    .map(List::size)
                    .orElse(0);
        } catch (RuntimeException e) {
            if (!TemporalConnection.failed(e)) {
                throw e;
            }
            return 0;
        }
    }
}
