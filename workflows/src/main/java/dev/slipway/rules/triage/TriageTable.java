package dev.slipway.rules.triage;

import static dev.slipway.rules.Rule.rule;
import static dev.slipway.rules.Then.here;

import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Leads from what is known about a node to the first runbook: rows in order, the first that fits is taken. Pure and
 * total: any facts have a row, and a row whose facts are unknown is named and never skipped.
 */
public final class TriageTable {

    /** Holds one node for the rows; answers that several rows need are computed once. */
    private record Case(RoutingInput signals, TriageView triage, Hardware hardware) {
        static Case of(RoutingInput routingInput) {
            return new Case(routingInput, TriageView.of(routingInput), Hardware.of(routingInput));
        }

        NodeView node() {
            return triage.node();
        }
    }

    private static final List<Symptom> OF_THE_WORKLOAD = List.of(
            Symptom.TRAINING_OOM,
            Symptom.TRAINING_SLOW,
            Symptom.TRAINING_CRASHED,
            Symptom.INFERENCE_SLOW,
            Symptom.INFERENCE_CACHE);

    /** The words of alerts and people without which nothing can show that a row fits. */
    private static final Map<String, List<Symptom>> WORDS = Map.of(
            "R2", List.of(Symptom.THERMAL),
            "R14", List.of(Symptom.PCIE_SLOW),
            "R15", List.of(Symptom.JOB_HANGS),
            "R16", List.of(Symptom.JOBS_PENDING),
            "R17", List.of(Symptom.SLOW_COLLECTIVES),
            "R18", OF_THE_WORKLOAD);

    private static final List<Rule<Case>> RULES = List.of(
            row("R1", "neither the node nor its BMC answers", c -> c.triage().outOfReach(), "oob"),
            byWords("R2", "heat on many nodes: shed heat before anything else", "thermal"),
            row(
                    "R3",
                    "fewer GPUs on the bus than the node must have",
                    c -> c.node().gpus().missing(),
                    "gpu-fault-rma"),
            row("R4", "no module for the running kernel", c -> c.node().driver().noModule(), "kernel-gpu-missing"),
            row("R5", "the driver's versions differ", c -> c.triage().versionsApart(), "module-reload"),
            row("R6", "GSP firmware, or two driver branches", c -> c.triage().firmwareTrouble(), "gsp-mismatch"),
            row(
                    "R7",
                    "the module was built for another kernel",
                    c -> c.triage().builtForAnotherKernel(),
                    "module-reload"),
            row(
                    "R8",
                    "fabric manager is down, or a GPU is not registered",
                    c -> c.triage().fabricManagerDown(),
                    "fabric-manager"),
            row("R9", "NVLinks are missing", c -> c.triage().linksMissing(), "nvlink-visibility"),
            rule(
                    "R10",
                    "a GPU's hardware needs attention",
                    c -> c.hardware().asks(),
                    here((c, why) -> c.hardware().route())),
            row("R11", "healthy, and not at the baseline", c -> c.triage().drifted(), "image-drift"),
            row("R12", "MIG: advertised and real differ", c -> new Mig(c.signals()).stale(), "mig-stale"),
            row("R13", "persistence is off, otherwise healthy", c -> c.triage().persistenceOff(), "persistence"),
            byWords("R14", "PCIe is slow under load", "pcie-bandwidth"),
            byWords("R15", "a job hangs without an XID", "nccl-hang"),
            byWords("R16", "jobs wait while GPUs are idle", "sched-pending"),
            byWords("R17", "slow collectives over many leaves", "topology"),
            rule(
                    "R18",
                    "the workload's own fault: the node is not touched",
                    c -> words(c, "R18"),
                    here((c, why) -> workloadsRunbook(c))),
            row(
                    "R19",
                    "the GPUs do not answer, and no row shows why",
                    c -> c.node().gpus().silent(),
                    "module-reload"));

    private TriageTable() {}

    private static Rule<Case> row(String id, String title, Function<Case, Judgement> when, String runbook) {
        return rule(id, title, when, here((c, why) -> new Route(Kind.DIVERT, runbook)));
    }

    private static Rule<Case> byWords(String id, String title, String runbook) {
        return row(id, title, c -> words(c, id), runbook);
    }

    private static List<Symptom> wordsOf(String id) {
        return WORDS.getOrDefault(id, List.of());
    }

    private static Judgement words(Case known, String id) {
        return wordsOf(id).stream().map(known.triage()::symptom).reduce(Judgement.no(), Judgement::or);
    }

    private static Route workloadsRunbook(Case known) {
        Symptom said = OF_THE_WORKLOAD.stream()
                .filter(known.signals().outside().symptoms()::contains)
                .findFirst()
                .orElseThrow();
        return new Route(
                Kind.DIVERT,
                switch (said) {
                    case TRAINING_OOM -> "train-oom";
                    case TRAINING_SLOW -> "train-mfu";
                    case TRAINING_CRASHED -> "ckpt-resume";
                    case INFERENCE_CACHE -> "infer-kv";
                    default -> "infer-slo";
                });
    }

    /** Returns the ids of all rows, in order. */
    public static List<String> rowIds() {
        return RULES.stream().map(Rule::id).toList();
    }

    /** Returns the first row that fits, and all rows before it that could not be judged. Safe to repeat: pure. */
    public static TriageResult route(RoutingInput routingInput) {
        Case known = Case.of(routingInput);
        List<TriageResult.Open> open = new ArrayList<>();
        for (Rule<Case> rule : RULES) {
            Judgement answer = rule.when().apply(known);
            if (answer.isYes()) {
                Route way = rule.then().route().apply(known, answer);
                return routed(known, new Chosen(rule.id(), rule.title(), answer.evidence(), way), open);
            }
            if (answer.isUnknown()) {
                open.add(new TriageResult.Open(rule.id(), rule.title(), lines(answer)));
            }
        }
        return routed(known, none(open), open);
    }

    /**
     * Returns what the facts show for one row, independent of the rows before it, if it leads elsewhere than {@code
     * to}; empty if it does not fit or cannot be judged. Safe to repeat: pure.
     */
    public static Optional<String> beside(String id, RoutingInput routingInput, String to) {
        Case known = Case.of(routingInput);
        for (Rule<Case> rule : RULES) {
            Judgement answer = rule.id().equals(id) ? rule.when().apply(known) : Judgement.no();
            String slug =
                    answer.isYes() ? rule.then().route().apply(known, answer).detail() : to;
            if (!slug.equals(to)) {
                return Optional.of(
                        rule.id() + " (" + slug + ") " + rule.title() + ": " + String.join(", ", answer.evidence()));
            }
        }
        return Optional.empty();
    }

    private static List<String> lines(Judgement open) {
        return open.missing().stream().map(Judgement.Missing::line).toList();
    }

    private record Chosen(String id, String title, List<String> facts, Route way) {}

    /** Unknown is never clean: a node that could not be judged in full is not called well. */
    private static Chosen none(List<TriageResult.Open> open) {
        if (open.isEmpty()) {
            return new Chosen("R0", "no row fits: nothing to do", List.of(), new Route(Kind.CLEAN, ""));
        }
        String rows =
                String.join(", ", open.stream().map(TriageResult.Open::row).toList());
        return new Chosen(
                "R0",
                "no row fits, but not every row could be judged",
                List.of(),
                new Route(Kind.REPORT, "read what is missing for " + rows));
    }

    private static TriageResult routed(Case known, Chosen chosen, List<TriageResult.Open> open) {
        return new TriageResult(
                chosen.id(),
                chosen.title(),
                chosen.facts(),
                chosen.way(),
                List.copyOf(open),
                needs(known.signals()),
                known.hardware().xids(),
                known.hardware().candidates());
    }

    /** Returns the rows that only an alert or a person can report, and that nobody did. */
    private static List<TriageResult.Open> needs(RoutingInput routingInput) {
        return RULES.stream()
                .filter(rule -> !wordsOf(rule.id()).isEmpty())
                .filter(rule -> wordsOf(rule.id()).stream()
                        .noneMatch(routingInput.outside().symptoms()::contains))
                .map(rule -> new TriageResult.Open(
                        rule.id(),
                        rule.title(),
                        wordsOf(rule.id()).stream()
                                .map(word -> word.word() + ": " + word.meaning())
                                .toList()))
                .toList();
    }
}
