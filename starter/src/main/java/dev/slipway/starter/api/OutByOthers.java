package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** How many nodes of a fleet somebody else has taken out, as its capacity desk last saw it. */
@Component
final class OutByOthers {
    private final Runs runs;

    OutByOthers(Runs runs) {
        this.runs = runs;
    }

    /** 0 while the desk has not been asked for anything yet, or does not answer. */
    int in(FleetConfig fleet) {
        try {
            Optional<Map> desk = runs.query("capacity/" + fleet.domain(), "view", Map.class);
            return desk.map(view -> view.get("outByOthers") instanceof List<?> nodes ? nodes.size() : 0)
                    .orElse(0);
        } catch (RuntimeException e) {
            if (!Problems.temporalAway(e)) {
                throw e;
            }
            return 0;
        }
    }
}
