package dev.slipway.starter.api;

import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.Who;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Builds;
import dev.slipway.starter.client.DecisionRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves which drivers are known not to build for which kernels, and lets a person remove what a node recorded. */
@RestController
@RequestMapping("/api/v1/builds")
final class BuildsController {
    private final Installation installation;
    private final Audit audit;

    BuildsController(Installation installation, Audit audit) {
        this.installation = installation;
        this.audit = audit;
    }

    @Operation(summary = "Pairs of driver and kernel of which the driver's module is known not to build")
    @GetMapping
    Builds list() {
        return of(Stream.concat(installation.config().unbuildable().stream(), tried()));
    }

    @Operation(summary = "Forget that a build was tried and failed; the next node with that pair tries it again")
    @ApiResponse(responseCode = "200", description = "What was forgotten; 404 where no such build was tried.")
    @DeleteMapping("/{driver}/{kernel}")
    Builds forget(
            @Parameter(description = "Exact version of the driver.") @PathVariable String driver,
            @Parameter(description = "The kernel as uname -r prints it.") @PathVariable String kernel,
            @RequestBody DecisionRequest decision,
            Principal caller) {
        Who who = Asked.who(caller, decision);
        Builds forgotten =
                of(tried().filter(p -> p.driver().equals(driver) && p.kernel().equals(kernel)));
        if (forgotten.builds().isEmpty()) {
            throw ApiException.unknown(
                    "no failed build of " + driver + " for " + kernel + " is stored",
                    "an entry of known-bad-builds.yaml is removed from that file; see: slipway builds list");
        }
        audit.note(
                who,
                "forget build",
                driver + " for " + kernel,
                forgotten.builds().getFirst().reason());
        installation.ledger().unbuildablePairs().forget(driver, kernel);
        return forgotten;
    }

    private Stream<UnbuildablePair> tried() {
        return installation.ledger().unbuildablePairs().all().stream();
    }

    private static Builds of(Stream<UnbuildablePair> pairs) {
        return new Builds(pairs.map(BuildsController::build).toList());
    }

    private static Builds.Build build(UnbuildablePair pair) {
        return new Builds.Build(
                pair.driver(),
                pair.flavour().orElse(""),
                pair.kernel(),
                pair.reason(),
                pair.source(),
                pair.tried().map(t -> t.node().toString()).orElse(""),
                pair.tried().map(UnbuildablePair.Attempt::run).orElse(""),
                pair.tried().map(t -> t.at().toString()).orElse(""));
    }
}
