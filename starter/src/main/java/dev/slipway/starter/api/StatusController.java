package dev.slipway.starter.api;

import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Fleets;
import dev.slipway.starter.client.Status;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves where everything is. */
@RestController
@RequestMapping("/api/v1")
final class StatusController {
    private final Installation installation;
    private final Members members;
    private final Statuses statuses;

    StatusController(Installation installation, Members members, Statuses statuses) {
        this.installation = installation;
        this.members = members;
        this.statuses = statuses;
    }

    @Operation(summary = "The fleets in numbers")
    @GetMapping("/fleets")
    Fleets fleets() {
        return new Fleets(
                statuses.of(installation.config().fleets().values(), false).fleets());
    }

    @Operation(summary = "Where every node is, why, and what can be done")
    @GetMapping("/status")
    Status status(
            @Parameter(description = "Only this fleet.") @RequestParam Optional<String> fleet,
            @Parameter(description = "Also members that never had a run.") @RequestParam(defaultValue = "false")
                    boolean all) {
        return fleet.filter(name -> !name.isBlank())
                .map(name -> statuses.of(List.of(members.fleet(name)), all))
                .orElseGet(() -> statuses.of(installation.config().fleets().values(), all));
    }
}
