package dev.slipway.route;

import static dev.slipway.route.Answer.no;
import static dev.slipway.route.Answer.unknown;
import static dev.slipway.route.Answer.yes;

import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.route.Repeats.Repeat;
import java.util.List;
import java.util.Optional;

/**
 * What the GPUs' hardware asks for: replacing before caring, and each by the driver's and NVIDIA's word. The errors of
 * programs never count here.
 */
record Hardware(XidFindings xids, List<Repeat> candidates, Optional<DcgmVerdict> diag, Answer rows) {
    private static final String RMA = "gpu-fault-rma";

    static Hardware of(Signals signals) {
        return new Hardware(
                Xids.of(signals), Candidates.of(signals), signals.outside().dcgm(), new Wear(signals).rowsMarked());
    }

    Answer asks() {
        Answer repeats = candidates.isEmpty()
                ? no()
                : yes(candidates.stream()
                        .map(c -> "GPU serial " + c.serial() + ": " + c.why())
                        .toArray(String[]::new));
        Answer errors = xids.first().isPresent()
                ? yes(xids.verdicts().stream()
                        .filter(v -> v.care().now())
                        .map(XidVerdict::toString)
                        .toArray(String[]::new))
                : xids.unjudged().isEmpty() ? no() : unknown(xids.unjudged().toArray(String[]::new));
        return repeats.or(diagnosed()).or(errors).or(rows);
    }

    private Answer diagnosed() {
        return diag.map(verdict -> switch (verdict.severity()) {
                    case NONE, MONITOR, CONFIG -> no();
                    case RESET, UNKNOWN, TRIAGE, ISOLATE ->
                        yes("dcgmi diag, " + verdict.severity() + ": " + verdict.said());
                })
                .orElseGet(Answer::no);
    }

    Route way() {
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
        if (diagnosed().is(Answer.Kind.YES)) {
            return new Route(Kind.HOLD, "a person must look: dcgmi diag has no verdict on the hardware");
        }
        return new Route(Kind.DIVERT, "ecc-toggle");
    }
}
