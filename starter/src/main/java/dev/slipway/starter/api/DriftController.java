package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.facts.view.Comparison;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.ledger.DriftReports;
import dev.slipway.ledger.FleetScans;
import dev.slipway.model.Durations;
import dev.slipway.model.Who;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.DriftCheck;
import dev.slipway.starter.client.DriftCheckRequest;
import dev.slipway.starter.client.NextPage;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import java.security.Principal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Checks fleets for drift, and shows what was found. */
@RestController
@RequestMapping("/api/v1/drift-checks")
final class DriftController {
    private static final int SHOWN = 200;

    private final Installation installation;
    private final Members members;
    private final Runs runs;
    private final Triggers triggers;
    private final DriftFields fields;
    private final Audit audit;

    DriftController(Access access, Triggers triggers, DriftFields fields, Audit audit) {
        this.installation = access.installation();
        this.members = access.members();
        this.runs = access.runs();
        this.triggers = triggers;
        this.fields = fields;
        this.audit = audit;
    }

    @Operation(summary = "Compare a fleet with its baselines")
    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    DriftCheck.Started check(@RequestBody DriftCheckRequest request, Principal caller) {
        FleetConfig fleet = members.fleet(Asked.maybe(request.fleet()).orElse(""));
        triggers.stored(fleet.baseline());
        String id = "drift/" + fleet.name() + "-" + installation.now().truncatedTo(ChronoUnit.MILLIS);
        audit.note(new Who(caller.getName(), "drift check"), "drift check", fleet.name(), id);
        runs.start(
                new Runs.Start(
                        "DriftCheck", id, "drift of " + fleet.name(), Runs.Found.by(SearchKeys.ofFleet(fleet.name()))),
                fleet.name());
        return new DriftCheck.Started(id, fleet.name(), runs.link(id));
    }

    @Operation(summary = "A drift check")
    @GetMapping("/{id}")
    DriftCheck show(
            @Parameter(description = "The check, without drift/.") @PathVariable String id,
            @Parameter(description = "The first of the nodes to answer with; at most 200.")
                    @RequestParam(defaultValue = "0")
                    int from) {
        String workflow = "drift/" + id;
        Optional<Runs.Run> run = runs.describe(workflow);
        if (run.filter(Runs.Run::open).isPresent()) {
            return new DriftCheck(
                    workflow,
                    "",
                    "running",
                    progress(workflow),
                    counts(Optional.empty()),
                    List.of(),
                    new NextPage(0, ""),
                    List.of(),
                    "",
                    runs.link(workflow));
        }
        // The ledger has every line, also when Temporal has forgotten the run.
        Optional<DriftReport> kept =
                installation.ledger().driftReports().of(workflow).map(DriftReports.Stored::report);
        if (kept.isEmpty() && run.isEmpty()) {
            throw ApiException.unknown(
                    "there is no drift check " + workflow, "start one: slipway drift check --fleet …");
        }
        return kept.or(() -> runs.result(workflow, DriftReport.class, 5))
                .map(report -> finished(workflow, report, run, from))
                .orElseThrow(() -> ApiException.away("Temporal did not give the report of " + workflow, "try again"));
    }

    /** The ledger knows each member as it answers; the run itself only whole pages of them. */
    private String progress(String workflow) {
        return installation
                .ledger()
                .fleetScans()
                .progress(workflow)
                .filter(scan -> scan.read() < scan.nodes())
                .map(FleetScans.Progress::words)
                .or(() -> runs.query(workflow, "progress", String.class))
                .orElse("no worker reports how far it is");
    }

    private DriftCheck finished(String workflow, DriftReport report, Optional<Runs.Run> run, int from) {
        int first = Page.from(from, report.lines().size());
        int end = Math.min(first + SHOWN, report.lines().size());
        int wrong = report.drifted() + report.broken() + report.reported();
        boolean clean = wrong == 0 && report.unread().total() == 0;
        return new DriftCheck(
                workflow,
                report.fleet(),
                report.nodes() == 0 ? "empty" : clean ? "clean" : "differs",
                summary(report, run),
                counts(Optional.of(report)),
                report.lines().subList(first, end).stream()
                        .map(line -> node(report, line))
                        .toList(),
                Page.rest(report.lines().size(), end, "drift-checks", workflow.substring("drift/".length())),
                unread(report),
                propose(report, workflow),
                runs.link(workflow));
    }

    /** The report holds the first of them; the ledger all that did not answer. */
    private List<DriftCheck.WithoutFacts> unread(DriftReport report) {
        Map<String, MemberAnswer> unread = new TreeMap<>();
        installation.ledger().fleetScans().answers(report.reportId()).values().stream()
                .filter(answer -> !answer.read())
                .forEach(answer -> unread.put(answer.node().name(), answer));
        report.unread().first().forEach(answer -> unread.put(answer.node().name(), answer));
        return unread.values().stream()
                .map(answer -> new DriftCheck.WithoutFacts(
                        answer.node().name(),
                        answer.kind().outcome().words(),
                        answer.kind().words(),
                        answer.said(),
                        answer.next()))
                .toList();
    }

    private String summary(DriftReport report, Optional<Runs.Run> run) {
        if (report.nodes() == 0) {
            return "nothing was compared: fleet " + report.fleet() + " had no node. See what its clusters answer: "
                    + "slipway doctor";
        }
        String took = run.flatMap(ran ->
                        ran.closed().map(closed -> " in " + Durations.precise(Duration.between(ran.started(), closed))))
                .orElse("");
        return report.answered() + " of " + report.nodes() + " answered" + took + " · "
                + report.matchingWords() + " · " + report.drifted() + " drifted · " + report.broken()
                + " broken (not drift)"
                + (report.reported() == 0 ? "" : " · " + report.reported() + " reported")
                + (report.goals().unconfirmed() == 0
                        ? ""
                        : " · " + report.goals().unconfirmed() + " not confirmed by the second source")
                + (report.unread().total() == 0
                        ? ""
                        : "\n" + report.unread().total() + " without facts: "
                                + report.unread().words())
                + (report.suspectBaseline()
                        ? "\nso many differ that the baseline itself is in doubt; look at it first: nothing starts by"
                                + " itself, and a rollout waits for approval"
                        : "")
                + (report.more() == 0
                        ? ""
                        : "\n" + report.more() + " more nodes are not clean, and the ledger does not have their rows: "
                                + "slipway drift check --fleet " + report.fleet());
    }

    private DriftCheck.Drifted node(DriftReport report, DriftReport.DriftLine line) {
        List<Comparison.Line> found =
                line.row().equals(DriftReport.SECOND_SOURCE) ? List.of() : fields.of(report, line);
        List<String> differences = found.isEmpty() ? words(line) : DriftFields.words(found);
        return new DriftCheck.Drifted(
                line.node(),
                line.row(),
                line.route(),
                line.title(),
                differences,
                found.stream()
                        .map(f -> new DriftCheck.FieldDifference(f.field(), f.have(), f.want(), f.unknown()))
                        .toList());
    }

    private static List<String> words(DriftReport.DriftLine line) {
        return line.summary().isBlank()
                ? List.of()
                : Arrays.stream(line.summary().split("; ")).toList();
    }

    private static String propose(DriftReport report, String id) {
        Optional<String> canary = report.lines().stream()
                .filter(Rollouts::acts)
                .map(DriftReport.DriftLine::node)
                .findFirst();
        long nodes = report.lines().stream().filter(Rollouts::acts).count();
        return canary.isEmpty() || report.more() > 0
                ? ""
                : nodes + " nodes, canary " + canary.get() + ": slipway rollout start --from " + id + " --reason …";
    }

    /** Returns the numbers of members; none while the check runs. */
    private static DriftCheck.Counts counts(Optional<DriftReport> of) {
        Map<String, Integer> unread = new TreeMap<>();
        of.ifPresent(report -> report.unread().counts().forEach((kind, number) -> unread.put(kind.words(), number)));
        return of.map(report -> new DriftCheck.Counts(
                        report.nodes(),
                        report.answered(),
                        report.matching(),
                        report.drifted(),
                        report.broken(),
                        report.reported(),
                        unread))
                .orElseGet(() -> new DriftCheck.Counts(0, 0, 0, 0, 0, 0, unread));
    }
}
