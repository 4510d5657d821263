package dev.slipway.starter.api;

import dev.slipway.facts.FactsSummary;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.model.Who;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Described;
import dev.slipway.starter.client.NodeAnswer;
import dev.slipway.starter.client.ReleaseRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import java.security.Principal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Serves the override of the rule that no node returns without proof. */
@RestController
final class ReleaseController {
    private static final int SECONDS = 30;

    private final Installation installation;
    private final Members members;
    private final Runs runs;
    private final FactsReads reads;
    private final DriftFields fields;
    private final Audit audit;

    ReleaseController(Access access, FactsReads reads, DriftFields fields, Audit audit) {
        this.installation = access.installation();
        this.members = access.members();
        this.runs = access.runs();
        this.reads = reads;
        this.fields = fields;
        this.audit = audit;
    }

    @Operation(summary = "Release a held node without proof")
    @PostMapping("/api/v1/nodes/{cluster}/{node}/release")
    @ResponseStatus(HttpStatus.ACCEPTED)
    NodeAnswer release(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node,
            @RequestBody ReleaseRequest request,
            Principal caller) {
        Who who = Asked.who(caller, request.who(), request.reason());
        Instant until = until(Asked.text(request.until(), "until"));
        Members.Member member = members.find(cluster, node);
        NodeRef ref = member.node();
        if (installation.ledger().held().of(ref).isEmpty()) {
            throw ApiException.notNow(ref + " is not held", "see slipway node show " + ref.name());
        }
        String found = inspect(member);
        audit.note(who, "release unverified", ref.toString(), "until " + until + "; seen before: " + found);
        boolean heldAfter =
                installation.config().policyOf(member.fleet()).node().holdAfterRelease();
        UnverifiedRelease release = new UnverifiedRelease(ref, member.fleet().name(), who, until, heldAfter);
        Runs.Found by = Runs.Found.by(SearchKeys.ofFleet(member.fleet().name()));
        // First: whoever dies in between leaves a wait that finds nothing, not a release that nobody ends.
        runs.replace(
                new Runs.Start("ReleaseExpiry", "override/" + ref, "end of the release of " + ref + " by " + who, by),
                release);
        new NodeLock(installation, runs)
                .start(
                        ref,
                        new Runs.Start("NodeRelease", ref.workflowId(), "release of " + ref + " by " + who, by),
                        release);
        String answer = runs.result(ref.workflowId(), String.class, SECONDS)
                .orElse("asked; no worker has done it yet, see slipway node show " + ref.name());
        return new NodeAnswer(ref.cluster(), ref.name(), answer + "\nseen before: " + found);
    }

    /** Returns what a worker reads of the node now, or why nothing was read: a release does not depend on it. */
    private String inspect(Members.Member member) {
        try {
            NodeFacts facts = reads.fresh(member);
            return facts.boot().known()
                    ? FactsSummary.of(facts) + "; " + fields.differing(member.fleet(), facts)
                    : "it gave no facts: " + facts.boot().error();
        } catch (ApiException unread) {
            return "it was not read: " + unread.what();
        }
    }

    private Instant until(String text) {
        try {
            Instant until = Instant.parse(text);
            if (until.isAfter(installation.now())) {
                return until;
            }
        } catch (DateTimeParseException e) {
            throw ApiException.badRequest("'" + text + "' is not a time", "write it like 2026-12-01T00:00:00Z");
        }
        throw ApiException.badRequest(text + " is in the past", "name a time in the future");
    }
}
