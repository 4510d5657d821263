package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.model.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Formats plain text for people: columns that line up, ages in the unit that matters. */
final class Words {
    private Words() {}

    /** Returns the rows as aligned columns, two spaces between them; the last column is not padded. */
    static String columns(List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int width = row.get(i).length();
                if (i == widths.size()) {
                    widths.add(width);
                } else if (widths.get(i) < width) {
                    widths.set(i, width);
                }
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                if (i < row.size() - 1) {
                    line.append(" ".repeat(widths.get(i) - row.get(i).length() + 2));
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** Returns the time since {@code instant}: {@code 12 min}, {@code 3 h}, {@code 2 d}; empty if there is none. */
    static String age(String instant, Instant now) {
        if (instant.isBlank()) {
            return "";
        }
        return Durations.words(Duration.between(Instant.parse(instant), now));
    }

    static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isNull() || value.isMissingNode() ? "" : value.asText();
    }
}
