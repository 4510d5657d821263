package dev.slipway.starter.api;

import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.starter.client.DryRun;
import dev.slipway.starter.client.RunRequest;
import dev.slipway.starter.client.RunStarted;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Starts a runbook on a node, or returns what it would do. */
@RestController
final class RunController {
    private final Members members;
    private final NodeRuns nodeRuns;
    private final DryRuns dryRuns;
    private final Audit audit;

    RunController(Members members, NodeRuns nodeRuns, DryRuns dryRuns, Audit audit) {
        this.members = members;
        this.nodeRuns = nodeRuns;
        this.dryRuns = dryRuns;
        this.audit = audit;
    }

    @Operation(summary = "Run a runbook on a node, or say what it would do (dryRun)")
    @ApiResponse(
            responseCode = "202",
            description = "The run that was started; with dryRun, what it would do.",
            content = @Content(schema = @Schema(oneOf = {RunStarted.class, DryRun.class})))
    @PostMapping("/api/v1/runs")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Object run(@RequestBody RunRequest request, Principal caller) {
        Who who = Asked.who(caller, request.who(), request.reason(), request.dryRun());
        Members.Member member = members.find(Asked.text(request.node(), "node"));
        String runbook = Asked.text(request.runbook(), "runbook");
        if (Asked.yes(request.dryRun())) {
            return dryRuns.of(member, runbook, who);
        }
        audit.note(who, "run", member.node().toString(), runbook + (Asked.yes(request.adopt()) ? ", adopting" : ""));
        Triggers.Cause cause = new Triggers.Cause(Reason.OPERATOR, who, Asked.yes(request.adopt()), Optional.empty());
        return nodeRuns.start(member, runbook, cause, Map.of());
    }
}
