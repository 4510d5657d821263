package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;

/** Shows the live table. On a terminal it is redrawn; elsewhere each change of a node is one line. */
final class Board {
    private static final String CLEAR = "\033[K";
    /** A line that wrapped would be two, and the table be drawn over at the wrong place. */
    private static final String CLIP = "\033[?7l";

    private static final String WRAP = "\033[?7h";
    private static final int WIDE = 96;
    private final PrintStream out;
    private final boolean terminal;
    private final Map<String, String> last = new HashMap<>();
    private int drawn;

    Board(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void show(JsonNode rows) {
        if (terminal) {
            draw(rows);
        } else {
            changes(rows);
        }
    }

    private void draw(JsonNode rows) {
        if (drawn > 0) {
            out.printf("\033[%dA", drawn);
        }
        out.print(CLIP);
        out.printf("%-9s %-12s %-13s %-16s %s%s%n", "NODE", "RUNBOOK", "STATE", "STEP", "WHY", CLEAR);
        drawn = 1;
        for (JsonNode row : rows) {
            out.printf("%s%s%n", line(row), CLEAR);
            drawn++;
        }
        out.print(WRAP);
    }

    private void changes(JsonNode rows) {
        for (JsonNode row : rows) {
            String line = line(row);
            if (!line.equals(last.put(row.path("node").asText(), line))) {
                out.println(line);
            }
        }
    }

    private static String line(JsonNode row) {
        String why = row.path("why").asText();
        return String.format(
                        "%-9s %-12s %-13s %-16s %s",
                        row.path("node").asText(),
                        row.path("runbook").asText(),
                        row.path("state").asText(),
                        row.path("step").asText(),
                        why.length() > WIDE ? why.substring(0, WIDE) + "…" : why)
                .stripTrailing();
    }
}
