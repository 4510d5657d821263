package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How many nodes of a fleet somebody else has taken out, as its capacity desk last saw it. */
@Component
final class OutByOthers {
    private final Runs runs;

    OutByOthers(Runs runs) {
        this.runs = runs;
    }

    /** What we read of the desk's own view. */
    record DeskView(@Nullable List<String> outByOthers) {}

    /** 0 while the desk has not been asked for anything yet, or does not answer. */
    int in(FleetConfig fleet) {
        try {
            return runs.query("capacity/" + fleet.domain(), "view", DeskView.class)
                    .flatMap(view -> Optional.ofNullable(view.outByOthers()))
                    .map(List::size)
                    .orElse(0);
        } catch (RuntimeException e) {
            if (!Problems.temporalAway(e)) {
                throw e;
            }
            return 0;
        }
    }
}
