package dev.slipway.starter.api;

import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.ledger.Plans;
import dev.slipway.model.Who;
import dev.slipway.model.node.Trigger;
import dev.slipway.rollout.RolloutPlan;
import dev.slipway.rollout.RolloutSummary;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.DecisionRequest;
import dev.slipway.starter.client.Described;
import dev.slipway.starter.client.Rollout;
import dev.slipway.starter.client.RolloutList;
import dev.slipway.starter.client.RolloutRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import java.security.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Plans, starts, shows and steers rollouts. */
@RestController
@RequestMapping("/api/v1/rollouts")
final class RolloutController {
    private static final int SHOWN = 500;
    private static final int LISTED = 20;
    private static final String NOT_KEPT = "not in Temporal: it was never started, or Temporal keeps it no longer";

    private final Installation installation;
    private final Rollouts rollouts;
    private final Runs runs;
    private final RolloutStates states;
    private final DryRuns dryRuns;
    private final Members members;
    private final Audit audit;

    RolloutController(Access access, Rollouts rollouts, DryRuns dryRuns, Audit audit) {
        this.installation = access.installation();
        this.members = access.members();
        this.runs = access.runs();
        this.states = new RolloutStates(access.installation(), access.runs());
        this.rollouts = rollouts;
        this.dryRuns = dryRuns;
        this.audit = audit;
    }

    @Operation(summary = "Plan and start a rollout from a drift check")
    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    Rollout.Plan start(@RequestBody RolloutRequest request, Principal caller) {
        Who who = Asked.who(caller, request.who(), request.reason(), request.dryRun());
        Rollouts.Planned planned = rollouts.plan(
                Asked.text(request.from(), "from"),
                Asked.maybe(request.change()),
                new Rollouts.Asker(who, Asked.yes(request.byItself())));
        RolloutPlan plan = planned.plan();
        if (Asked.yes(request.dryRun())) {
            Members.Member canary =
                    members.find(planned.triggers().getFirst().node().toString());
            return change(
                    planned, "planned", dryRuns.of(canary, "image-drift", who).commands());
        }
        audit.note(who, "rollout", plan.change(), planned.triggers().size() + " nodes from " + request.from());
        keep(planned, who);
        runs.start(begin(plan, who), plan);
        return change(planned, begun(plan), List.of());
    }

    /** A rollout that waits for a person has touched no node, and says what that person types. */
    private static String begun(RolloutPlan plan) {
        RolloutPlan.Approval approval = plan.terms().approval();
        if (!approval.needed()) {
            return "started";
        }
        String by = approval.fourEyes() ? " by somebody else than " + approval.startedBy() : "";
        return "waits for approval" + by + ": slipway rollout approve " + plan.change() + " --reason …";
    }

    @Operation(summary = "Where a rollout is")
    @GetMapping("/{change}")
    Rollout show(
            @Parameter(description = Described.ROLLOUT) @PathVariable String change,
            @Parameter(description = "The first of the nodes to answer with; at most 500.")
                    @RequestParam(defaultValue = "0")
                    int from) {
        Plans.Plan kept = installation
                .ledger()
                .plans()
                .of(change)
                .orElseThrow(() -> ApiException.unknown(
                        "there is no rollout " + change, "start one: slipway rollout start --from CHECK --reason …"));
        String id = "rollout/" + change;
        int first = Page.from(from, kept.size());
        int end = Math.min(first + SHOWN, kept.size());
        Optional<Runs.Run> run = runs.describe(id);
        Optional<RolloutSummary> summary = run.flatMap(states::summary);
        boolean byForce = run.filter(RolloutStates::byForce).isPresent();
        LedgerEnds.Window window =
                LedgerEnds.Window.of(kept, run.flatMap(Runs.Run::closed).orElse(Instant.MAX));
        Optional<LedgerEnds> ends = byForce || run.isEmpty() ? ends(kept, window, byForce) : Optional.empty();
        String was = summary.map(RolloutSummary::state).orElse("");
        List<String> problems = Stream.concat(
                        summary.stream().flatMap(s -> s.problems().stream()),
                        ends.stream().map(LedgerEnds::summary))
                .toList();
        return new Rollout(
                change,
                run.map(r -> RolloutStates.words(r, was)).orElse(NOT_KEPT),
                summary.map(RolloutSummary::why).orElse(""),
                ends.map(LedgerEnds::outcomes)
                        .or(() -> summary.map(RolloutSummary::outcomes))
                        .orElse(Map.of()),
                summary.map(RolloutSummary::approvals).orElse(List.of()),
                problems,
                kept.size(),
                nodes(installation.ledger().plans().page(change, first, end), window, ends.isPresent()),
                Page.rest(kept.size(), end, "rollouts", change),
                runs.link(id));
    }

    private List<Rollout.Node> nodes(List<Trigger> page, LedgerEnds.Window window, boolean ended) {
        boolean closed = ended || !window.closed().equals(Instant.MAX);
        return page.stream().map(trigger -> node(trigger, window, closed)).toList();
    }

    private Optional<LedgerEnds> ends(Plans.Plan plan, LedgerEnds.Window window, boolean byForce) {
        return Optional.of(LedgerEnds.of(installation.ledger(), plan, window)).filter(ends -> byForce || ends.begun());
    }

    @Operation(summary = "Rollouts, newest first")
    @GetMapping
    RolloutList list(
            @Parameter(description = "The first of the rollouts to answer with; at most 20.")
                    @RequestParam(defaultValue = "0")
                    int from) {
        int size = installation.ledger().plans().count();
        int first = Page.from(from, size);
        int end = Math.min(first + LISTED, size);
        boolean answers = runs.temporalAnswers();
        try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<RolloutList.Line>> lines =
                    installation.ledger().plans().newest(first, LISTED).stream()
                            .map(plan -> CompletableFuture.supplyAsync(() -> line(plan, answers), together))
                            .toList();
            return new RolloutList(
                    lines.stream().map(CompletableFuture::join).toList(), Page.rest(size, end, "rollouts"));
        }
    }

    private RolloutList.Line line(Plans.Plan plan, boolean answers) {
        String id = "rollout/" + plan.id();
        return new RolloutList.Line(
                plan.id(),
                states.fleet(plan.id()),
                plan.size(),
                answers ? runs.describe(id).map(this::status).orElse(NOT_KEPT) : "unknown: Temporal does not answer",
                plan.keptAt().toString(),
                plan.who().name(),
                plan.who().why(),
                runs.link(id));
    }

    private String status(Runs.Run run) {
        return RolloutStates.words(
                run, states.summary(run).map(RolloutSummary::state).orElse(""));
    }

    @Operation(summary = "Steer a rollout")
    @PostMapping("/{change}/{decision:approve|deny|pause|resume|abort}")
    Rollout.Answer decide(
            @Parameter(description = Described.ROLLOUT) @PathVariable String change,
            @Parameter(description = "approve, deny, pause, resume or abort.") @PathVariable String decision,
            @RequestBody DecisionRequest request,
            Principal caller) {
        Who who = Asked.who(caller, request);
        audit.note(who, decision, change, "asked");
        String answer = runs.update("rollout/" + change, decision, who);
        audit.note(who, decision, change, answer);
        return new Rollout.Answer(change, answer);
    }

    private void keep(Rollouts.Planned planned, Who who) {
        try {
            installation.ledger().plans().keep(planned.plan().planId(), planned.triggers(), who, installation.now());
        } catch (IllegalStateException e) {
            throw ApiException.notNow(String.valueOf(e.getMessage()), "name it: --change NAME");
        }
    }

    private static Runs.Start begin(RolloutPlan plan, Who who) {
        return new Runs.Start(
                "Rollout",
                plan.workflowId(),
                plan.nodes() + " nodes of " + plan.fleet() + ", by " + who,
                Runs.Found.by(SearchKeys.ofRollout(plan.fleet(), SearchKeys.slug(plan.workflowType()), plan.change())));
    }

    private Rollout.Plan change(Rollouts.Planned planned, String status, List<String> commands) {
        RolloutPlan plan = planned.plan();
        List<Rollout.PlannedNode> nodes = new ArrayList<>();
        int wave = 0;
        for (int i = 0; i < planned.triggers().size(); i++) {
            while (wave < plan.waves().size() && i >= plan.waves().get(wave)) {
                wave++;
            }
            var line = planned.lines().get(i);
            nodes.add(new Rollout.PlannedNode(wave + 1, line.node(), line.row(), line.summary()));
        }
        Trigger canary = planned.triggers().getFirst();
        return new Rollout.Plan(
                plan.change(),
                status,
                canary.goal().toString(),
                nodes,
                planned.left(),
                commands,
                canary.policy().losses(),
                runs.link(plan.workflowId()));
    }

    /**
     * A row from before the plan was made is of another run, and does not name this rollout. A node that has neither
     * row nor outcome since then is planned; once the rollout has closed, it is untouched. Its state is that of now;
     * its outcome, with row and reason, is that of its run in this rollout.
     */
    private Rollout.Node node(Trigger trigger, LedgerEnds.Window window, boolean closed) {
        String name = trigger.node().name();
        LedgerEnds.NodeEnd end = LedgerEnds.of(installation.ledger(), trigger.node(), window);
        String outcome = closed ? end.outcome() : end.ended();
        String state = end.row().map(note -> note.state().word()).orElse(closed ? "untouched" : "planned");
        return new Rollout.Node(name, state, end.decidedBy(), end.why(), outcome, !end.atGoal());
    }
}
