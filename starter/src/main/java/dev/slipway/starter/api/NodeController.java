package dev.slipway.starter.api;

import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.frame.Partner;
import dev.slipway.frame.RunView;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.Who;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.PathEntry;
import dev.slipway.rollout.NodeRecall;
import dev.slipway.rollout.NodeRelease;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.states.Uncordoned;
import dev.slipway.starter.client.DecisionRequest;
import dev.slipway.starter.client.Described;
import dev.slipway.starter.client.NodeAnswer;
import dev.slipway.starter.client.NodeReport;
import dev.slipway.starter.client.Status;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves one node: what is known about it, and what a person decides about its run. */
@RestController
@RequestMapping("/api/v1/nodes/{cluster}/{node}")
final class NodeController {
    private static final Map<String, String> UPDATES =
            Map.of("retry", "retry", "rollback", "rollBack", "hold", "hold", "accept", "accept", "abort", "abort");

    private static final Set<String> BY_HAND =
            Set.of(NodeRelease.class.getSimpleName(), NodeRecall.class.getSimpleName());

    private static final int OUTCOMES_SHOWN = 10;
    private static final int AUDIT_SHOWN = 20;

    private final Installation installation;
    private final Members members;
    private final Runs runs;
    private final Statuses statuses;
    private final Audit audit;
    private final GpuPasts gpus;

    NodeController(Installation installation, Members members, Runs runs, Statuses statuses, Audit audit) {
        this.installation = installation;
        this.members = members;
        this.runs = runs;
        this.statuses = statuses;
        this.audit = audit;
        this.gpus = new GpuPasts(installation);
    }

    @Operation(summary = "One node")
    @GetMapping
    NodeReport show(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node,
            @Parameter(description = "Every outcome and the whole audit.") @RequestParam(defaultValue = "false")
                    boolean all) {
        Members.Member member = members.find(cluster, node);
        NodeRef ref = member.node();
        List<NodeReport.Ended> outcomes =
                installation.ledger().outcomes().ofNode(ref, all ? Integer.MAX_VALUE : OUTCOMES_SHOWN).stream()
                        .map(NodeController::ended)
                        .toList();
        List<NodeReport.Audited> decisions =
                installation.ledger().audit().ofPeople(ref.toString(), all ? Integer.MAX_VALUE : AUDIT_SHOWN).stream()
                        .map(NodeController::line)
                        .toList();
        Status.Row row = statuses.of(member);
        Latest latest = latest(ref);
        return new NodeReport(
                ref.cluster(),
                ref.name(),
                member.fleet().name(),
                row,
                latest.temporal(),
                latest.run(),
                installation
                        .ledger()
                        .cordons()
                        .of(ref)
                        .map(cordon -> words(cordon, member))
                        .orElse(""),
                PinController.of(installation, member)
                        .map(pin -> pin.baseline() + " since " + pin.since() + ": " + pin.reason())
                        .orElse(""),
                gpus.of(ref),
                outcomes,
                decisions,
                new NodeReport.LeftOut(
                        installation.ledger().outcomes().countOfNode(ref) - outcomes.size(),
                        installation.ledger().audit().countOfPeople(ref.toString()) - decisions.size()));
    }

    @Operation(summary = "Decide about the run of a node")
    @ApiResponse(
            responseCode = "200",
            description = "What the run answered; an update that no worker took within 5 s is a 503 that states it.")
    @PostMapping("/{decision:retry|rollback|hold|accept|abort}")
    NodeAnswer decide(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node,
            @Parameter(description = "retry, rollback, hold, accept or abort.") @PathVariable String decision,
            @RequestBody DecisionRequest request,
            Principal caller) {
        Who who = Asked.who(caller, request);
        NodeRef ref = members.find(cluster, node).node();
        String update = Optional.ofNullable(UPDATES.get(decision))
                .orElseThrow(() -> ApiException.unknown(
                        "there is no decision " + decision, "retry, rollback, hold, accept, abort"));
        checkDecidable(ref);
        audit.note(who, decision, ref.toString(), "asked");
        String answer = runs.update(ref.workflowId(), update, who);
        audit.note(who, decision, ref.toString(), answer);
        return new NodeAnswer(ref.cluster(), ref.name(), answer);
    }

    /** Refuses a decision that no run can take: none is open, or the open one is not of a runbook. */
    private void checkDecidable(NodeRef node) {
        String look = "slipway node show " + node;
        Runs.Run run = runs.describe(node.workflowId())
                .filter(Runs.Run::open)
                .orElseThrow(() -> ApiException.notNow(node.workflowId() + " has no open run", "see " + look));
        if (run.type().equals(Partner.class.getSimpleName())) {
            String borrower = run.parent().replaceFirst("^node/", "");
            throw ApiException.notNow(
                    node + " is leased to " + borrower + " for a test; a lease takes no decision and ends with it",
                    "wait, or end the test: slipway abort " + borrower + " --reason TEXT");
        }
        if (BY_HAND.contains(run.type())) {
            throw ApiException.notNow(
                    node + " is being released by hand, or held again after that; this takes no decision and ends "
                            + "by itself",
                    "wait, then see " + look);
        }
    }

    /** Holds the node's latest run, if it has one, and whether Temporal answers at all. */
    private record Latest(String temporal, NodeReport.@Nullable Run run) {}

    /** While Temporal is away there is no run, and what the ledger has is still shown. */
    private Latest latest(NodeRef node) {
        try {
            return new Latest(
                    Status.ANSWERS,
                    runs.describe(node.workflowId()).map(this::shown).orElse(null));
        } catch (RuntimeException e) {
            if (!TemporalConnection.failed(e)) {
                throw e;
            }
            return new Latest(Status.AWAY, null);
        }
    }

    private NodeReport.Run shown(Runs.Run run) {
        Optional<RunView> view = run.open() ? runs.query(run.workflowId(), "view", RunView.class) : Optional.empty();
        return new NodeReport.Run(
                run.workflowId(),
                run.runId(),
                run.type(),
                run.status(),
                run.started().toString(),
                runs.link(run.workflowId(), run.runId()),
                view.map(RunView::choices).orElse(List.of()),
                view.map(RunView::journal).orElse(List.of()));
    }

    private String words(CordonRecord cordon, Members.Member member) {
        String found = cordon.foreign() ? "taken out by somebody else" : "by us";
        String prior = cordon.priorReason().isBlank() ? "" : " (" + cordon.priorReason() + ")";
        LedgerDatabase ledger = installation.ledger();
        RosterReadings.Roster last =
                ledger.rosterReadings().last(member.fleet().name()).orElse(null);
        Optional<NodeNote> row = ledger.nodeRows().of(cordon.node());
        String now = row.flatMap(r -> Uncordoned.readAt(last, r, ledger))
                .map(readAt -> "; gone, as read at " + readAt + ": somebody uncordoned the node")
                .orElse(
                        row.filter(r -> Uncordoned.byItsRun(last, r)).isPresent()
                                ? "; gone: its run has readmitted the node, and watches it"
                                : "");
        return found + " since " + cordon.since() + ", found " + cordon.priorState() + prior + now;
    }

    private static NodeReport.Ended ended(NodeOutcome end) {
        return new NodeReport.Ended(
                end.ended().toString(),
                end.toString(),
                end.row(),
                end.changed(),
                end.path(),
                end.entries().stream().map(NodeController::entry).toList());
    }

    private static NodeReport.PathEntry entry(PathEntry pathEntry) {
        return new NodeReport.PathEntry(
                pathEntry.runbook(),
                pathEntry.row(),
                pathEntry.title(),
                pathEntry.began().toString(),
                pathEntry.ended().toString(),
                pathEntry.how());
    }

    private static NodeReport.Audited line(AuditTrail.Entry entry) {
        return new NodeReport.Audited(
                entry.at().toString(),
                entry.who().name(),
                entry.verb() + (entry.detail().isBlank() ? "" : ": " + entry.detail()),
                entry.who().why());
    }
}
