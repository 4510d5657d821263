package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.facts.sheet.Comparison;
import dev.slipway.ledger.DriftReports;
import dev.slipway.ledger.FleetScans;
import dev.slipway.model.DriftReport;
import dev.slipway.model.MemberAnswer;
import dev.slipway.model.Who;
import dev.slipway.runbook.SearchKeys;
import dev.slipway.starter.Installation;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    Begun check(@RequestBody Wish wish, Principal caller) {
        FleetConfig fleet = members.fleet(Asked.maybe(wish.fleet()).orElse(""));
        triggers.kept(fleet.baseline());
        String id = "drift/" + fleet.name() + "-" + installation.now().truncatedTo(ChronoUnit.MILLIS);
        audit.note(new Who(caller.getName(), "drift check"), "drift check", fleet.name(), id);
        runs.start(
                new Runs.Start(
                        "DriftCheck", id, "drift of " + fleet.name(), Runs.Found.by(SearchKeys.ofFleet(fleet.name()))),
                fleet.name());
        return new Begun(id, fleet.name(), runs.link(id));
    }

    @GetMapping("/{id}")
    Check show(@PathVariable String id, @RequestParam(defaultValue = "0") int from) {
        String workflow = "drift/" + id;
        Optional<Runs.Run> run = runs.describe(workflow);
        if (run.filter(Runs.Run::open).isPresent()) {
            return new Check(
                    workflow,
                    "",
                    "running",
                    progress(workflow),
                    Counts.none(),
                    List.of(),
                    new Page.Rest(0, ""),
                    List.of(),
                    "",
                    runs.link(workflow));
        }
        // The ledger has every line, also when Temporal has forgotten the run.
        Optional<DriftReport> kept =
                installation.ledger().driftReports().of(workflow).map(DriftReports.Kept::report);
        if (kept.isEmpty() && run.isEmpty()) {
            throw Refused.unknown("there is no drift check " + workflow, "start one: slipway drift check --fleet …");
        }
        return kept.or(() -> runs.result(workflow, DriftReport.class, 5))
                .map(report -> finished(workflow, report, run, from))
                .orElseThrow(() -> Refused.away("Temporal did not give the report of " + workflow, "ask again"));
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
                .orElse("no worker says how far it is");
    }

    private Check finished(String workflow, DriftReport report, Optional<Runs.Run> run, int from) {
        int first = Page.from(from, report.lines().size());
        int end = Math.min(first + SHOWN, report.lines().size());
        boolean clean =
                report.drifted() == 0 && report.broken() == 0 && report.unread().total() == 0;
        return new Check(
                workflow,
                report.fleet(),
                clean ? "clean" : "differs",
                summary(report, run),
                Counts.of(report),
                report.lines().subList(first, end).stream()
                        .map(line -> node(report, line))
                        .toList(),
                Page.rest(report.lines().size(), end, "drift-checks", workflow.substring("drift/".length())),
                unread(report),
                propose(report, workflow),
                runs.link(workflow));
    }

    /** The report holds the first of them; the ledger all that did not answer. */
    private List<Unread> unread(DriftReport report) {
        Map<String, MemberAnswer> unread = new TreeMap<>();
        installation.ledger().fleetScans().answers(report.reportId()).values().stream()
                .filter(answer -> !answer.read())
                .forEach(answer -> unread.put(answer.node().name(), answer));
        report.unread().first().forEach(answer -> unread.put(answer.node().name(), answer));
        return unread.values().stream()
                .map(answer -> new Unread(
                        answer.node().name(),
                        answer.kind().outcome().words(),
                        answer.kind().words(),
                        answer.said(),
                        answer.next()))
                .toList();
    }

    private String summary(DriftReport report, Optional<Runs.Run> run) {
        String baseline = installation
                .config()
                .fleet(report.fleet())
                .flatMap(fleet -> installation.config().ref(fleet.baseline()))
                .map(Object::toString)
                .orElse("its baseline");
        String took = run.flatMap(ran ->
                        ran.closed().map(closed -> " in %.1f s".formatted(millis(ran.started(), closed) / 1000.0)))
                .orElse("");
        return report.answered() + " of " + report.nodes() + " answered" + took + " · " + report.matching()
                + " match " + baseline + " · " + report.drifted() + " drifted · " + report.broken()
                + " broken (not drift)"
                + (report.reported() == 0 ? "" : " · " + report.reported() + " reported")
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

    private static long millis(Instant from, Instant to) {
        return Duration.between(from, to).toMillis();
    }

    private Node node(DriftReport report, DriftReport.DriftLine line) {
        List<Comparison.Line> found =
                line.row().equals(DriftReport.SECOND_SOURCE) ? List.of() : fields.of(report, line);
        List<String> differences = found.isEmpty() ? words(line) : DriftFields.words(found);
        return new Node(line.node(), line.row(), line.route(), line.title(), differences, found);
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
                : "slipway rollout start --from " + id + " --reason …   (" + nodes + " nodes, canary " + canary.get()
                        + ")";
    }

    /** Which fleet; the only one where it is left out. */
    record Wish(@Nullable String fleet) {}

    /** A check that was started. */
    record Begun(String id, String fleet, String link) {}

    /**
     * A check: {@code status} is {@code running}, {@code clean} or {@code differs}; at most 200 nodes, and where the next
     * are.
     */
    record Check(
            String id,
            String fleet,
            String status,
            String summary,
            Counts counts,
            List<Node> nodes,
            Page.Rest rest,
            List<Unread> unread,
            String propose,
            String link) {}

    /** How many members; {@code unread} by reason. */
    record Counts(int nodes, int answered, int matching, int drifted, int broken, Map<String, Integer> unread) {
        static Counts none() {
            return new Counts(0, 0, 0, 0, 0, Map.of());
        }

        static Counts of(DriftReport report) {
            Map<String, Integer> unread = new TreeMap<>();
            report.unread().counts().forEach((kind, number) -> unread.put(kind.words(), number));
            return new Counts(
                    report.nodes(), report.answered(), report.matching(), report.drifted(), report.broken(), unread);
        }
    }

    /** A node without facts: unreachable or refused, why in one phrase and in a sentence, and what to do. */
    record Unread(String node, String answer, String reason, String said, String next) {}

    /**
     * A node that is not clean: what differs in words, and field by field with what it has, what its baseline wants, and why
     * it is unknown where it could not be read.
     */
    record Node(
            String node,
            String row,
            String route,
            String title,
            List<String> differences,
            List<Comparison.Line> fields) {}
}
