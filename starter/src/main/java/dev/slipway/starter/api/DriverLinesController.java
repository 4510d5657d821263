package dev.slipway.starter.api;

import dev.slipway.ledger.KnownLines.Accepted;
import dev.slipway.model.Who;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.DecisionRequest;
import dev.slipway.starter.client.DriverLines;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves which lines of the driver are known for which baseline, and lets a person take back what was accepted. */
@RestController
@RequestMapping("/api/v1/driver-lines")
final class DriverLinesController {
    private final Installation installation;
    private final Audit audit;

    DriverLinesController(Installation installation, Audit audit) {
        this.installation = installation;
        this.audit = audit;
    }

    @Operation(summary = "Lines of the driver in the kernel's log that are known for a baseline")
    @GetMapping
    DriverLines list() {
        Stream<DriverLines.Line> written = installation.config().baselines().values().stream()
                .flatMap(baseline -> baseline.gates().knownLines().stream()
                        .map(line ->
                                new DriverLines.Line(baseline.id(), line, "gates.knownLines", "", "", "", "", "")));
        return new DriverLines(Stream.concat(written, accepted().map(DriverLinesController::line))
                .toList());
    }

    @Operation(summary = "Forget that a line was accepted; the next run reports it again, unless a file names it")
    @ApiResponse(responseCode = "200", description = "What was forgotten; 404 where no such line was accepted.")
    @DeleteMapping
    DriverLines forget(
            @Parameter(description = "Name of the baseline.") @RequestParam String baseline,
            @Parameter(description = "The line as the list shows it.") @RequestParam String line,
            @RequestBody DecisionRequest decision,
            Principal caller) {
        Who who = Asked.who(caller, decision);
        DriverLines.Line forgotten = accepted()
                .filter(a -> a.baseline().equals(baseline) && a.line().equals(line))
                .findFirst()
                .map(DriverLinesController::line)
                .orElseThrow(() -> ApiException.unknown(
                        "no such line was accepted for " + baseline,
                        "a line of gates.knownLines is removed from the baseline's file; see: slipway lines list"));
        audit.note(who, "forget line", baseline, line);
        installation.ledger().knownLines().forget(baseline, line);
        return new DriverLines(List.of(forgotten));
    }

    private Stream<Accepted> accepted() {
        return installation.ledger().knownLines().all().stream();
    }

    private static DriverLines.Line line(Accepted accepted) {
        return new DriverLines.Line(
                accepted.baseline(),
                accepted.line(),
                "accepted on " + accepted.node().name() + " at " + accepted.at(),
                accepted.who().name(),
                accepted.who().why(),
                accepted.node().toString(),
                accepted.run(),
                accepted.at().toString());
    }
}
