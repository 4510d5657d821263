package dev.slipway.route;

import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * From what is known of a node to the first runbook: rows in order, the first that fits is taken. Pure and total: any facts
 * have a row, and a row whose facts are unknown is named, never passed over.
 */
public final class Router {

    /** {@code words} are those of alerts and people without which nothing can show it. */
    private record Row(
            String id, String title, Function<Case, Answer> fits, Function<Case, Route> way, List<Symptom> words) {}

    /** One node before the rows; what several rows ask is worked out once. */
    private record Case(Signals signals, Looks looks, Wear wear, Hardware hardware) {
        static Case of(Signals signals) {
            return new Case(signals, new Looks(signals), new Wear(signals), Hardware.of(signals));
        }
    }

    private static final List<Symptom> OF_THE_WORKLOAD = List.of(
            Symptom.TRAINING_OOM,
            Symptom.TRAINING_SLOW,
            Symptom.TRAINING_CRASHED,
            Symptom.INFERENCE_SLOW,
            Symptom.INFERENCE_CACHE);

    private static final List<Row> ROWS = List.of(
            row("R1", "neither the node nor its BMC answers", c -> c.looks().outOfReach(), "oob"),
            row("R2", "heat on many nodes: shed heat before anything else", Symptom.THERMAL, "thermal"),
            row(
                    "R3",
                    "fewer GPUs on the bus than the node must have",
                    c -> c.looks().fewerOnTheBus(),
                    "gpu-fault-rma"),
            row("R4", "no module for the running kernel", c -> c.looks().noModule(), "kernel-gpu-missing"),
            row("R5", "the driver's versions are apart", c -> c.looks().versionsApart(), "module-reload"),
            row("R6", "GSP firmware, or two driver branches", c -> c.wear().firmwareTrouble(), "gsp-mismatch"),
            row(
                    "R7",
                    "the module was built for another kernel",
                    c -> c.wear().builtForAnotherKernel(),
                    "module-reload"),
            row(
                    "R8",
                    "fabric manager is down, or a GPU is not registered",
                    c -> c.wear().fabricManagerDown(),
                    "fabric-manager"),
            row("R9", "NVLinks are missing", c -> c.wear().linksMissing(), "nvlink-visibility"),
            new Row(
                    "R10",
                    "a GPU's hardware asks for care",
                    c -> c.hardware().asks(),
                    c -> c.hardware().way(),
                    List.of()),
            row("R11", "healthy, and not at the baseline", c -> c.wear().drifted(), "image-drift"),
            row("R12", "MIG: advertised and real differ", c -> new Mig(c.signals()).stale(), "mig-stale"),
            row("R13", "persistence is off, otherwise healthy", c -> c.wear().persistenceOff(), "persistence"),
            row("R14", "PCIe is slow under load", Symptom.PCIE_SLOW, "pcie-bandwidth"),
            row("R15", "a job hangs without an XID", Symptom.JOB_HANGS, "nccl-hang"),
            row("R16", "jobs wait while GPUs are idle", Symptom.JOBS_PENDING, "sched-pending"),
            row("R17", "slow collectives over many leaves", Symptom.SLOW_COLLECTIVES, "topology"),
            new Row(
                    "R18",
                    "the workload's own trouble: the node is not touched",
                    c -> OF_THE_WORKLOAD.stream().map(c.wear()::symptom).reduce(Answer.no(), Answer::or),
                    Router::workloadsRunbook,
                    OF_THE_WORKLOAD),
            row(
                    "R19",
                    "the GPUs do not answer, and no row says why",
                    c -> c.looks().silent(),
                    "module-reload"));

    private Router() {}

    private static Row row(String id, String title, Function<Case, Answer> fits, String runbook) {
        return new Row(id, title, fits, c -> new Route(Kind.DIVERT, runbook), List.of());
    }

    private static Row row(String id, String title, Symptom word, String runbook) {
        return new Row(id, title, c -> c.wear().symptom(word), c -> new Route(Kind.DIVERT, runbook), List.of(word));
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

    /** The ids of all rows, in order. */
    public static List<String> rowIds() {
        return ROWS.stream().map(Row::id).toList();
    }

    /** The first row that fits, and all that stayed open before it. Safe to repeat: pure. */
    public static Routed route(Signals signals) {
        Case known = Case.of(signals);
        List<Routed.Open> open = new ArrayList<>();
        for (Row row : ROWS) {
            Answer answer = row.fits().apply(known);
            if (answer.is(Answer.Kind.YES)) {
                Route way = row.way().apply(known);
                return routed(known, new Chosen(row.id(), row.title(), answer.said(), way), open);
            }
            if (answer.is(Answer.Kind.UNKNOWN)) {
                open.add(new Routed.Open(row.id(), row.title(), answer.said()));
            }
        }
        return routed(known, none(open), open);
    }

    /**
     * What the facts say of one row whatever fits before it, where it leads elsewhere than {@code to}; empty where it does
     * not fit or cannot be judged. Safe to repeat: pure.
     */
    public static Optional<String> beside(String id, Signals signals, String to) {
        Case known = Case.of(signals);
        for (Row row : ROWS) {
            Answer answer = row.id().equals(id) ? row.fits().apply(known) : Answer.no();
            String slug = answer.is(Answer.Kind.YES) ? row.way().apply(known).detail() : to;
            if (!slug.equals(to)) {
                return Optional.of(
                        row.id() + " (" + slug + ") " + row.title() + ": " + String.join(", ", answer.said()));
            }
        }
        return Optional.empty();
    }

    private record Chosen(String id, String title, List<String> facts, Route way) {}

    /** Unknown is never clean: a node that could not be judged in full is not called well. */
    private static Chosen none(List<Routed.Open> open) {
        if (open.isEmpty()) {
            return new Chosen("R0", "no row fits: nothing to do", List.of(), new Route(Kind.CLEAN, ""));
        }
        String rows = String.join(", ", open.stream().map(Routed.Open::row).toList());
        return new Chosen(
                "R0",
                "no row fits, but not every row could be judged",
                List.of(),
                new Route(Kind.REPORT, "read what is missing for " + rows));
    }

    private static Routed routed(Case known, Chosen chosen, List<Routed.Open> open) {
        return new Routed(
                chosen.id(),
                chosen.title(),
                chosen.facts(),
                chosen.way(),
                List.copyOf(open),
                needs(known.signals()),
                known.hardware().xids(),
                known.hardware().candidates());
    }

    /** The rows that only an alert or a person can speak of, and that nobody did. */
    private static List<Routed.Open> needs(Signals signals) {
        return ROWS.stream()
                .filter(row -> !row.words().isEmpty())
                .filter(row -> row.words().stream().noneMatch(signals.outside().symptoms()::contains))
                .map(row -> new Routed.Open(
                        row.id(),
                        row.title(),
                        row.words().stream()
                                .map(word -> word.word() + ": " + word.meaning())
                                .toList()))
                .toList();
    }
}
