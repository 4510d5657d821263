package dev.slipway.rules.triage;

import static dev.slipway.rules.Judgement.no;
import static dev.slipway.rules.Judgement.unknown;
import static dev.slipway.rules.Judgement.yes;

import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuFindings;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.triage.RecurrenceRules.Repeat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * States what the GPUs' hardware requires: replacement before repair, each by the driver's and NVIDIA's statement. The
 * errors of programs never count here.
 */
record Hardware(
        XidFindings xids, List<Repeat> candidates, Optional<DcgmVerdict> diag, Judgement rows, Judgement health) {
    private static final String RMA = "gpu-fault-rma";

    static Hardware of(RoutingInput routingInput) {
        return new Hardware(
                Xids.of(routingInput),
                RmaCandidates.of(routingInput),
                routingInput.outside().dcgm(),
                rowsMarked(routingInput.facts()),
                healthFailed(routingInput.facts()));
    }

    /** Judges what the driver reports of rows that were or could not be remapped. */
    private static Judgement rowsMarked(NodeFacts facts) {
        List<String> marked = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (Gpu gpu : facts.hardware().gpus().or(List.of())) {
            GpuFindings findings = new GpuFindings(facts, gpu);
            findings.remaps().forEach(remap -> marked.add(named(gpu) + remap));
            if (findings.remapsUnread()) {
                unread.add(gpu.bdf());
            }
        }
        return marked.isEmpty() && !unread.isEmpty()
                ? unknown(List.of(
                        "row remaps, pending and failed, of " + unread.size() + " GPUs: " + String.join(", ", unread)))
                : Judgement.any(marked);
    }

    /** Judges what else fails the health that a GPU reports, and with it the gates. */
    private static Judgement healthFailed(NodeFacts facts) {
        return Judgement.any(facts.hardware().gpus().or(List.of()).stream()
                .flatMap(gpu -> new GpuFindings(facts, gpu).failure().stream().map(why -> named(gpu) + why))
                .toList());
    }

    private static String named(Gpu gpu) {
        return "GPU " + gpu.bdf() + ", serial " + gpu.serial() + ": ";
    }

    Judgement asks() {
        Judgement repeats = candidates.isEmpty()
                ? no()
                : yes(candidates.stream()
                        .map(c -> "GPU serial " + c.serial() + ": " + c.why())
                        .toArray(String[]::new));
        Judgement errors = xids.first().isPresent()
                ? yes(xids.verdicts().stream()
                        .filter(v -> v.care().now())
                        .map(XidVerdict::toString)
                        .toArray(String[]::new))
                : xids.unjudged().isEmpty() ? no() : unknown(xids.unjudged());
        return repeats.or(diagnosed()).or(errors).or(rows).or(health);
    }

    private Judgement diagnosed() {
        return diag.map(verdict -> switch (verdict.severity()) {
                    case NONE, MONITOR, CONFIG -> no();
                    case RESET, UNKNOWN, TRIAGE, ISOLATE ->
                        yes("dcgmi diag, " + verdict.severity() + ": " + verdict.said());
                })
                .orElseGet(Judgement::no);
    }

    Route route() {
        if (!candidates.isEmpty()) {
            return new Route(Kind.DIVERT, RMA);
        }
        Optional<DcgmVerdict.Severity> said = diag.map(DcgmVerdict::severity);
        if (said.filter(s -> s == DcgmVerdict.Severity.ISOLATE || s == DcgmVerdict.Severity.RESET)
                .isPresent()) {
            return new Route(Kind.DIVERT, RMA);
        }
        if (xids.first().isPresent()) {
            return xids.first().get().care().route();
        }
        if (diagnosed().isYes()) {
            return new Route(Kind.HOLD, "a person must look: dcgmi diag has no verdict on the hardware");
        }
        if (rows.isYes()) {
            return new Route(Kind.DIVERT, "ecc-toggle");
        }
        return new Route(Kind.HOLD, "a person must look: no runbook is for what the GPU reports");
    }
}
