package dev.slipway.starter.view;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.TriageResult;
import dev.slipway.rules.triage.TriageTable;
import dev.slipway.rules.triage.XidVerdict;
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
    public static Diagnosis of(RoutingInput routingInput, DecisionTable.History history) {
        TriageResult triageResult = TriageTable.route(routingInput);
        return new Diagnosis(
                routingInput.facts().node().cluster(),
                routingInput.facts().node().name(),
                routingInput.facts().collectedAt().toString(),
                routingInput.goal().map(Baseline::id).orElse(""),
                routingInput.counted().map(Object::toString).orElse(""),
                triageResult.nothingToDo(),
                triageResult.row(),
                triageResult.title(),
                triageResult.facts(),
                lead(triageResult.route(), routingInput, history),
                open(triageResult.open()),
                open(triageResult.needs()),
                triageResult.xids().verdicts().stream().map(DiagnosisSheet::xid).toList(),
                triageResult.xids().notes(),
                triageResult.candidates().stream()
                        .map(one -> new Diagnosis.Candidate(one.serial(), word(one.wanted()), one.why()))
                        .toList(),
                routingInput.past().known() ? "the ledger" : routingInput.past().error());
    }

    private static Diagnosis.Lead lead(Route route, RoutingInput routingInput, DecisionTable.History history) {
        String kind = word(route.name());
        if (route.kind() != Route.Kind.DIVERT) {
            return new Diagnosis.Lead(kind, route.detail(), null, null, null);
        }
        Optional<Diagnosed> first =
                routingInput.goal().flatMap(goal -> Tables.of(route.detail(), routingInput.facts(), goal, history));
        return new Diagnosis.Lead(
                kind,
                route.detail(),
                route.detail(),
                Tables.has(route.detail()),
                first.map(DiagnosisSheet::firstRow).orElse(null));
    }

    private static Diagnosis.FirstRow firstRow(Diagnosed row) {
        return new Diagnosis.FirstRow(
                row.row(), row.title(), word(row.route().name()), row.route().detail());
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

    private static List<Diagnosis.OpenRow> open(List<TriageResult.Open> rows) {
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
