package dev.slipway.starter.sheet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.ledger.Json;
import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.route.Routed;
import dev.slipway.route.Router;
import dev.slipway.route.Signals;
import dev.slipway.route.XidVerdict;
import dev.slipway.runbook.DecisionTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the router makes of a node as one JSON value: the row, the facts it rests on, what would happen, and what stayed open. */
public final class DiagnosisJson {
    private DiagnosisJson() {}

    /** The diagnosis of a node; {@code kept} is what tables read beside its facts. Safe to repeat: changes nothing. */
    public static ObjectNode of(Signals signals, DecisionTable.Kept kept) {
        Routed routed = Router.route(signals);
        ObjectNode json = Json.mapper()
                .createObjectNode()
                .put("cluster", signals.facts().node().cluster())
                .put("node", signals.facts().node().name())
                .put("collectedAt", signals.facts().collectedAt().toString())
                .put("baseline", signals.goal().map(Baseline::id).orElse(""))
                .put("since", signals.counted().map(Object::toString).orElse(""))
                .put("nothingToDo", routed.nothingToDo())
                .put("row", routed.row())
                .put("title", routed.title());
        texts(json, "facts", routed.facts());
        way(json.putObject("way"), routed.route(), signals, kept);
        open(json, "notJudged", routed.open());
        open(json, "needs", routed.needs());
        json.putArray("xids");
        routed.xids().verdicts().forEach(verdict -> xid(json.withArray("xids").addObject(), verdict));
        texts(json, "notes", routed.xids().notes());
        json.putArray("replace");
        routed.candidates()
                .forEach(candidate -> json.withArray("replace")
                        .addObject()
                        .put("serial", candidate.serial())
                        .put("wanted", word(candidate.wanted()))
                        .put("why", candidate.why()));
        json.put(
                "history",
                signals.past().known() ? "the ledger" : signals.past().error());
        return json;
    }

    private static void way(ObjectNode way, Route route, Signals signals, DecisionTable.Kept kept) {
        way.put("kind", word(route.kind())).put("detail", route.detail());
        if (route.kind() != Route.Kind.DIVERT) {
            return;
        }
        way.put("runbook", route.detail());
        Optional<Diagnosed> first =
                signals.goal().flatMap(goal -> Tables.of(route.detail(), signals.facts(), goal, kept));
        way.put("installed", Tables.has(route.detail()));
        first.ifPresent(row -> way.putObject("firstRow")
                .put("row", row.row())
                .put("title", row.title())
                .put("kind", word(row.route().kind()))
                .put("detail", row.route().detail()));
    }

    private static void xid(ObjectNode json, XidVerdict verdict) {
        json.put("code", verdict.code())
                .put("nvswitch", verdict.device().nvswitch())
                .put("bdf", verdict.device().bdf())
                .put("serial", verdict.device().serial())
                .put("times", verdict.count().times())
                .put("last", verdict.count().last().toString())
                .put("meaning", verdict.meaning())
                .put("bucket", verdict.bucket().words())
                .put("decidedBy", word(verdict.by()))
                .put("now", verdict.care().now())
                .put("would", verdict.care().words())
                .put("text", verdict.toString());
    }

    private static void open(ObjectNode json, String name, List<Routed.Open> rows) {
        json.putArray(name);
        rows.forEach(row -> {
            ObjectNode one =
                    json.withArray(name).addObject().put("row", row.row()).put("title", row.title());
            texts(one, "missing", row.missing());
        });
    }

    private static void texts(ObjectNode json, String name, List<String> texts) {
        json.putArray(name);
        texts.forEach(text -> json.withArray(name).add(text));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
