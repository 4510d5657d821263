package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows the live table. On a terminal it is redrawn; elsewhere each change of a node is one line. */
final class Board {
    private static final List<String> COLUMNS = List.of("node", "runbook", "state", "step");
    private static final int WIDEST = 18;
    private static final int WIDE = 96;
    private final Screen screen;
    private final Map<String, String> last = new HashMap<>();
    /** A column grows with what is in it and never shrinks: the table does not jump. */
    private final Map<String, Integer> widths = new HashMap<>();

    Board(Screen screen) {
        this.screen = screen;
        COLUMNS.forEach(column -> widths.put(column, column.length()));
    }

    void show(JsonNode rows) {
        if (screen.isTerminal()) {
            draw(rows);
        } else {
            changes(rows);
        }
    }

    private void draw(JsonNode rows) {
        for (JsonNode row : rows) {
            COLUMNS.forEach(column -> widths.merge(column, cell(row, column).length(), Math::max));
        }
        List<String> table = new ArrayList<>();
        StringBuilder title = new StringBuilder();
        COLUMNS.forEach(column -> title.append(padded(column, column.toUpperCase(Locale.ROOT))));
        table.add(title + "WHY");
        for (JsonNode row : rows) {
            StringBuilder line = new StringBuilder();
            COLUMNS.forEach(column -> line.append(padded(column, cell(row, column))));
            table.add((line + row.path("why").asText()).stripTrailing());
        }
        screen.draw(table);
    }

    private static String cell(JsonNode row, String column) {
        return Screen.cut(row.path(column).asText(), WIDEST);
    }

    private String padded(String column, String text) {
        return text + " ".repeat(widths.getOrDefault(column, 0) - text.length() + 1);
    }

    private void changes(JsonNode rows) {
        for (JsonNode row : rows) {
            String line = line(row);
            if (!line.equals(last.put(row.path("node").asText(), line))) {
                screen.line(line);
            }
        }
    }

    private static String line(JsonNode row) {
        return String.format(
                        "%-9s %-12s %-13s %-16s %s",
                        row.path("node").asText(),
                        row.path("runbook").asText(),
                        row.path("state").asText(),
                        row.path("step").asText(),
                        Screen.cut(row.path("why").asText(), WIDE))
                .stripTrailing();
    }
}
