package dev.slipway.starter.cli;

import dev.slipway.starter.client.Diagnosis;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Prints a diagnosis as text: the row, why, what would happen, what waits, and what could not be judged. */
final class DiagnosisText {
    private DiagnosisText() {}

    static String of(Diagnosis said, Instant now) {
        StringBuilder text = new StringBuilder(head(said, now));
        text.append(said.row()).append("  ").append(said.title()).append('\n');
        said.facts().forEach(fact -> text.append("    ").append(fact).append('\n'));
        text.append("→ ").append(would(said.way())).append('\n');
        section(text, "GPUs to replace or inspect", lines(said.replace(), DiagnosisText::candidate));
        section(text, "XIDs that count", lines(said.xids(), DiagnosisText::xid));
        section(text, "To know", said.notes());
        section(text, "Not judged, because facts are missing", lines(said.notJudged(), DiagnosisText::open));
        List<String> words = said.needs().stream()
                .flatMap(row -> row.missing().stream())
                .map(word -> word.replaceFirst(":.*", ""))
                .toList();
        if (!words.isEmpty()) {
            text.append("Only a person can tell (--symptom): ")
                    .append(String.join(", ", words))
                    .append('\n');
        }
        return text.append("Nothing was changed.").toString();
    }

    private static String head(Diagnosis said, Instant now) {
        String name = said.cluster().equals("-") ? said.node() : said.cluster() + "/" + said.node();
        return name + "   read " + Words.age(said.collectedAt(), now) + " ago · "
                + (said.baseline().isEmpty() ? "no baseline" : "baseline " + said.baseline()) + " · XIDs since "
                + (said.since().isEmpty() ? "the log begins" : said.since()) + "\n";
    }

    private static String would(Diagnosis.Lead lead) {
        return switch (lead.kind()) {
            case "divert" -> diverted(lead);
            case "hold" -> "cordoned and held: " + lead.detail();
            case "clean" -> "nothing to do";
            default -> lead.detail();
        };
    }

    private static String diverted(Diagnosis.Lead lead) {
        Diagnosis.FirstRow row = lead.firstRow();
        if (!Boolean.TRUE.equals(lead.installed())) {
            return lead.detail()
                    + ", which this release does not have: a run that comes here holds the node and reports it";
        }
        return row == null
                ? lead.detail()
                : lead.detail() + ", row " + row.row() + " " + row.title() + ": " + row.kind()
                        + (row.detail().isEmpty() ? "" : " " + row.detail());
    }

    private static String candidate(Diagnosis.Candidate one) {
        return "serial " + one.serial() + ": " + one.wanted() + ", " + one.why();
    }

    private static String xid(Diagnosis.Xid one) {
        return one.text() + "\n      → " + one.would();
    }

    private static String open(Diagnosis.OpenRow row) {
        return row.row() + " " + row.title() + ": " + String.join("; ", row.missing());
    }

    private static <T> List<String> lines(List<T> all, Function<T, String> line) {
        return all.stream().map(line).toList();
    }

    private static void section(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append(title).append(":\n");
            lines.forEach(line -> text.append("    ").append(line).append('\n'));
        }
    }
}
