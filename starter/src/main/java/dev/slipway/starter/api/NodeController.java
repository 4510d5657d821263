package dev.slipway.starter.api;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.Leg;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Who;
import dev.slipway.runbook.RunView;
import dev.slipway.starter.Installation;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One node: what is known of it, and what a person decides about its run. */
@RestController
@RequestMapping("/api/v1/nodes/{cluster}/{node}")
final class NodeController {
    private static final Map<String, String> UPDATES =
            Map.of("retry", "retry", "rollback", "rollBack", "hold", "hold", "abort", "abort");

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

    @GetMapping
    Node show(
            @PathVariable String cluster,
            @PathVariable String node,
            @RequestParam(defaultValue = "false") boolean all) {
        Members.Member member = members.find(cluster, node);
        NodeRef ref = member.node();
        List<Ended> outcomes =
                installation.ledger().outcomes().ofNode(ref, all ? Integer.MAX_VALUE : OUTCOMES_SHOWN).stream()
                        .map(o ->
                                new Ended(o.ended().toString(), o.toString(), o.row(), o.changed(), o.path(), o.legs()))
                        .toList();
        List<Audited> decisions =
                installation.ledger().audit().ofPeople(ref.toString(), all ? Integer.MAX_VALUE : AUDIT_SHOWN).stream()
                        .map(NodeController::line)
                        .toList();
        return new Node(
                ref.cluster(),
                ref.name(),
                member.fleet().name(),
                statuses.of(ref),
                run(ref),
                installation
                        .ledger()
                        .cordons()
                        .of(ref)
                        .map(NodeController::words)
                        .orElse(""),
                PinController.of(installation, member)
                        .map(pin -> pin.baseline() + " since " + pin.since() + ": " + pin.reason())
                        .orElse(""),
                gpus.of(ref),
                outcomes,
                decisions,
                new More(
                        installation.ledger().outcomes().countOfNode(ref) - outcomes.size(),
                        installation.ledger().audit().countOfPeople(ref.toString()) - decisions.size()));
    }

    @PostMapping("/{decision:retry|rollback|hold|abort}")
    Answer decide(
            @PathVariable String cluster,
            @PathVariable String node,
            @PathVariable String decision,
            @RequestBody Decided decided,
            Principal caller) {
        Who who = decided.by(caller);
        NodeRef ref = members.find(cluster, node).node();
        String update = Optional.ofNullable(UPDATES.get(decision))
                .orElseThrow(() -> Refused.unknown("there is no decision " + decision, "retry, rollback, hold, abort"));
        audit.note(who, decision, ref.toString(), "asked");
        String answer = runs.update(ref.workflowId(), update, who);
        audit.note(who, decision, ref.toString(), answer);
        return new Answer(ref.cluster(), ref.name(), answer);
    }

    /** Empty also while Temporal is away: what the ledger knows of the node is shown all the same. */
    private Optional<Run> run(NodeRef node) {
        Optional<Runs.Run> latest;
        try {
            latest = runs.describe(node.workflowId());
        } catch (RuntimeException e) {
            if (!Problems.temporalAway(e)) {
                throw e;
            }
            latest = Optional.empty();
        }
        return latest.map(run -> {
            Optional<RunView> view =
                    run.open() ? runs.query(run.workflowId(), "view", RunView.class) : Optional.empty();
            return new Run(
                    run.workflowId(),
                    run.runId(),
                    run.type(),
                    run.status(),
                    run.started().toString(),
                    runs.link(run.workflowId(), run.runId()),
                    view.map(RunView::choices).orElse(List.of()),
                    view.map(RunView::journal).orElse(List.of()));
        });
    }

    private static String words(CordonRecord cordon) {
        String found = cordon.foreign() ? "taken out by somebody else" : "by us";
        String prior = cordon.priorReason().isBlank() ? "" : " (" + cordon.priorReason() + ")";
        return found + " since " + cordon.since() + ", found " + cordon.priorState() + prior;
    }

    private static Audited line(AuditTrail.Entry entry) {
        return new Audited(
                entry.at().toString(),
                entry.who().name(),
                entry.verb() + (entry.detail().isBlank() ? "" : ": " + entry.detail()),
                entry.who().why());
    }

    /** A node with its row and its latest run, each at most once. */
    record Node(
            String cluster,
            String node,
            String fleet,
            Optional<Status.Row> row,
            Optional<Run> run,
            String cordon,
            String pin,
            List<GpuPasts.Past> gpus,
            List<Ended> outcomes,
            List<Audited> audit,
            More more) {}

    /** How many outcomes and lines of the audit this answer leaves out; {@code ?all=true} shows them. */
    record More(int outcomes, int audit) {}

    /** The latest run of a node, as Temporal and the run itself tell it. */
    record Run(
            String workflowId,
            String runId,
            String type,
            String status,
            String started,
            String link,
            List<String> choices,
            List<String> journal) {}

    /** How an earlier run ended, and the runbooks it went through, each with its row and its own end. */
    record Ended(String ended, String outcome, String row, List<String> changed, List<String> path, List<Leg> legs) {}

    /** A line of the audit. */
    record Audited(String at, String who, String what, String why) {}

    /** What the run said to a decision. */
    record Answer(String cluster, String node, String answer) {}
}
