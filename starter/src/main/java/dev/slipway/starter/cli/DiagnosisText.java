package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A diagnosis as text: the row, why, what would happen, what waits, and what nobody could judge. */
final class DiagnosisText {
    private DiagnosisText() {}

    static String of(JsonNode said, Instant now) {
        StringBuilder text = new StringBuilder(head(said, now));
        text.append(Words.text(said, "row"))
                .append("  ")
                .append(Words.text(said, "title"))
                .append('\n');
        said.path("facts")
                .forEach(fact -> text.append("    ").append(fact.asText()).append('\n'));
        text.append("→ ").append(would(said.path("way"))).append('\n');
        section(text, "GPUs to replace or inspect", lines(said.path("replace"), DiagnosisText::candidate));
        section(text, "XIDs that count", lines(said.path("xids"), DiagnosisText::xid));
        section(text, "To know", lines(said.path("notes"), JsonNode::asText));
        section(text, "Not judged, for want of", lines(said.path("notJudged"), DiagnosisText::open));
        List<String> words = new ArrayList<>();
        said.path("needs")
                .forEach(row -> row.path("missing")
                        .forEach(word -> words.add(word.asText().replaceFirst(":.*", ""))));
        if (!words.isEmpty()) {
            text.append("Only somebody can say (--symptom): ")
                    .append(String.join(", ", words))
                    .append('\n');
        }
        return text.append("Nothing was changed.").toString();
    }

    private static String head(JsonNode said, Instant now) {
        String cluster = Words.text(said, "cluster");
        String name = cluster.equals("-") ? Words.text(said, "node") : cluster + "/" + Words.text(said, "node");
        String baseline = Words.text(said, "baseline");
        String since = Words.text(said, "since");
        return name + "   read " + Words.age(Words.text(said, "collectedAt"), now) + " ago · "
                + (baseline.isEmpty() ? "no baseline" : "baseline " + baseline) + " · XIDs since "
                + (since.isEmpty() ? "the log begins" : since) + "\n";
    }

    private static String would(JsonNode way) {
        String detail = Words.text(way, "detail");
        return switch (Words.text(way, "kind")) {
            case "divert" -> diverted(way, detail);
            case "hold" -> "cordoned and held: " + detail;
            case "clean" -> "nothing to do";
            default -> detail;
        };
    }

    private static String diverted(JsonNode way, String runbook) {
        JsonNode row = way.path("firstRow");
        if (!way.path("installed").asBoolean()) {
            return runbook + ", which this release does not have: a run that comes here holds the node and says so";
        }
        if (row.isMissingNode()) {
            return runbook;
        }
        String detail = Words.text(row, "detail");
        return runbook + ", row " + Words.text(row, "row") + " " + Words.text(row, "title") + ": "
                + Words.text(row, "kind") + (detail.isEmpty() ? "" : " " + detail);
    }

    private static String candidate(JsonNode one) {
        return "serial " + Words.text(one, "serial") + ": " + Words.text(one, "wanted") + ", " + Words.text(one, "why");
    }

    private static String xid(JsonNode one) {
        return Words.text(one, "text") + "\n      → " + Words.text(one, "would");
    }

    private static String open(JsonNode row) {
        List<String> missing = new ArrayList<>();
        row.path("missing").forEach(one -> missing.add(one.asText()));
        return Words.text(row, "row") + " " + Words.text(row, "title") + ": " + String.join("; ", missing);
    }

    private static List<String> lines(JsonNode array, java.util.function.Function<JsonNode, String> line) {
        List<String> lines = new ArrayList<>();
        array.forEach(one -> lines.add(line.apply(one)));
        return lines;
    }

    private static void section(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append(title).append(":\n");
            lines.forEach(line -> text.append("    ").append(line).append('\n'));
        }
    }
}
