package dev.slipway.starter.api;

import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Starts a runbook on a node, or says what it would do. */
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

    @PostMapping("/api/v1/runs")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Object run(@RequestBody Wish wish, Principal caller) {
        Who who = Asked.who(caller, wish.who(), wish.reason());
        Members.Member member = members.find(Asked.text(wish.node(), "node"));
        String runbook = Asked.text(wish.runbook(), "runbook");
        if (Asked.yes(wish.dryRun())) {
            return dryRuns.of(member, runbook, who);
        }
        audit.note(who, "run", member.node().toString(), runbook + (Asked.yes(wish.adopt()) ? ", adopting" : ""));
        Triggers.Cause cause = new Triggers.Cause(Reason.OPERATOR, who, Asked.yes(wish.adopt()), Optional.empty());
        return nodeRuns.start(member, runbook, cause, Map.of());
    }

    /** What is wanted: a runbook on a node. {@code node} may be {@code cluster/node}. */
    record Wish(
            @Nullable String runbook,
            @Nullable String node,
            @Nullable String reason,
            @Nullable String who,
            @Nullable Boolean dryRun,
            @Nullable Boolean adopt) {}
}
