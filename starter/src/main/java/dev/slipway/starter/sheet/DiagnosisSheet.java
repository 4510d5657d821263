package dev.slipway.starter.sheet;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.route.Routed;
import dev.slipway.route.Router;
import dev.slipway.route.Signals;
import dev.slipway.route.XidVerdict;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.starter.client.Diagnosis;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Presents the router's result for a node: the row, its facts, what would happen, and what stayed open. */
public final class DiagnosisSheet {
    private DiagnosisSheet() {}

    /**
     * Returns the diagnosis of a node; {@code kept} is what tables read beside its facts. Safe to repeat: changes
     * nothing.
     */
    public static Diagnosis of(Signals signals, DecisionTable.Kept kept) {
        Routed routed = Router.route(signals);
        return new Diagnosis(
                signals.facts().node().cluster(),
                signals.facts().node().name(),
                signals.facts().collectedAt().toString(),
                signals.goal().map(Baseline::id).orElse(""),
                signals.counted().map(Object::toString).orElse(""),
                routed.nothingToDo(),
                routed.row(),
                routed.title(),
                routed.facts(),
                way(routed.route(), signals, kept),
                open(routed.open()),
                open(routed.needs()),
                routed.xids().verdicts().stream().map(DiagnosisSheet::xid).toList(),
                routed.xids().notes(),
                routed.candidates().stream()
                        .map(one -> new Diagnosis.Candidate(one.serial(), word(one.wanted()), one.why()))
                        .toList(),
                signals.past().known() ? "the ledger" : signals.past().error());
    }

    private static Diagnosis.Way way(Route route, Signals signals, DecisionTable.Kept kept) {
        String kind = word(route.way());
        if (route.kind() != Route.Kind.DIVERT) {
            return new Diagnosis.Way(kind, route.detail(), null, null, null);
        }
        Optional<Diagnosed> first =
                signals.goal().flatMap(goal -> Tables.of(route.detail(), signals.facts(), goal, kept));
        return new Diagnosis.Way(
                kind,
                route.detail(),
                route.detail(),
                Tables.has(route.detail()),
                first.map(DiagnosisSheet::firstRow).orElse(null));
    }

    private static Diagnosis.FirstRow firstRow(Diagnosed row) {
        return new Diagnosis.FirstRow(
                row.row(), row.title(), word(row.route().way()), row.route().detail());
    }

    private static Diagnosis.Xid xid(XidVerdict verdict) {
        return new Diagnosis.Xid(
                verdict.code(),
                verdict.device().nvswitch(),
                verdict.device().bdf(),
                verdict.device().serial(),
                verdict.count().times(),
                verdict.count().last().toString(),
                verdict.meaning(),
                verdict.bucket().words(),
                word(verdict.by()),
                verdict.care().now(),
                verdict.care().words(),
                verdict.toString());
    }

    private static List<Diagnosis.OpenRow> open(List<Routed.Open> rows) {
        return rows.stream()
                .map(row -> new Diagnosis.OpenRow(row.row(), row.title(), row.missing()))
                .toList();
    }

    private static String word(Enum<?> constant) {
        return word(constant.name());
    }

    private static String word(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
