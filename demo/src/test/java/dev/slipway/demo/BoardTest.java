package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person sees of the live table and of the sentences between its pictures, on a terminal and in a file. */
class BoardTest {
    private static final String WHY =
            "waits for pod ml/train-gpu-001-0 (Job ml/train-gpu-001), PDB ml/train-gpu-001 allows 0 of 1 disruptions";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    private Screen screen = new Screen(stream, new Screen.Size(24, 80));
    private Board board = new Board(screen);

    private static ArrayNode rows(int count, String state) {
        ArrayNode rows = new ObjectMapper().createArrayNode();
        for (int i = 1; i <= count; i++) {
            rows.addObject()
                    .put("node", "gpu-%03d".formatted(i))
                    .put("runbook", "image-drift")
                    .put("state", state)
                    .put("step", "drain")
                    .put("why", WHY);
        }
        return rows;
    }

    private List<String> shown(int rows, int columns) {
        return new Terminal(rows, columns).shown(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void neverOverwritesASentenceOfTheStory() {
        screen.say("rollout over 3 nodes");
        board.show(rows(3, "draining"));
        board.show(rows(3, "draining"));
        screen.say("");
        screen.say("gpu-009 is broken, not drifted");
        board.show(rows(3, "draining"));
        board.show(rows(2, "testing"));
        screen.line("the last line");

        List<String> shown = shown(24, 80);

        assertThat(shown.stream().map(line -> line.replaceAll(" .*", "")))
                .as(String.join("\n", shown))
                .containsExactly(
                        "rollout", "NODE", "gpu-001", "gpu-002", "gpu-003", "", "gpu-009", "NODE", "gpu-001", "gpu-002",
                        "the", "");
        assertThat(shown).contains("rollout over 3 nodes", "gpu-009 is broken, not drifted", "the last line");
        assertThat(shown.get(3)).contains("draining");
        assertThat(shown.get(9)).contains("testing");
    }

    @Test
    void fits80ColumnsAndCutsTheReasonWithAnEllipsis() {
        board.show(rows(2, "draining"));

        assertThat(shown(24, 80))
                .startsWith(
                        "NODE    RUNBOOK     STATE    STEP  WHY",
                        "gpu-001 image-drift draining drain waits for pod ml/train-gpu-001-0 (Job ml/tra…",
                        "gpu-002 image-drift draining drain waits for pod ml/train-gpu-001-0 (Job ml/tra…");
    }

    @Test
    void showsTheWholeReasonWhereThereIsRoom() {
        screen = new Screen(stream, new Screen.Size(24, 200));
        board = new Board(screen);
        board.show(rows(1, "draining"));

        assertThat(shown(24, 200).get(1)).endsWith(WHY);
    }

    @Test
    void drawsNoMoreLinesThanTheCursorCanGoBack() {
        screen = new Screen(stream, new Screen.Size(6, 80));
        board = new Board(screen);
        screen.say("rollout over 9 nodes");
        for (int i = 0; i < 3; i++) {
            board.show(rows(9, "draining"));
        }

        List<String> shown = shown(6, 80);

        assertThat(shown.stream().map(line -> line.replaceAll(" .*", "")))
                .containsExactly("rollout", "NODE", "gpu-001", "gpu-002", "gpu-003", "…", "");
        assertThat(shown).contains("… and 6 more");
    }

    @Test
    void breaksASentenceBetweenWordsAndLeavesALinkWhole() {
        String link = "http://127.0.0.1:8233/" + "x".repeat(100);
        screen.say("no Temporal binary in use: the engine is in memory (no UI and links, schedules, listing)\nnext");
        screen.say("  " + link);

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "no Temporal binary in use: the engine is in memory (no UI and links, schedules,",
                        "listing)",
                        "next",
                        "  " + link);
    }

    @Test
    void aReasonOfSeveralLinesIsOneLineOfTheTable() {
        ArrayNode rows = rows(2, "draining");
        rows.addObject().put("node", "gpu-007").put("why", "first\nsecond\033[2J");
        board.show(rows);
        board.show(rows);

        assertThat(shown(24, 80)).hasSize(5).anyMatch(line -> line.endsWith("first second [2J"));
    }

    @Test
    void aFileGetsOneWholeLinePerChange() {
        screen = new Screen(stream, Screen.Size.ENDLESS);
        board = new Board(screen);
        board.show(rows(1, "draining"));
        board.show(rows(1, "draining"));
        board.show(rows(1, "testing"));

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("gpu-001   image-drift  ") && line.contains(WHY.substring(0, 90)));
    }

    @ParameterizedTest
    @CsvSource({"50 132, 50, 132", "0 0, 24, 80", "'', 24, 80", "stty: no tty, 24, 80"})
    void takesTheSizeOfTheTerminalElseTheUsualOne(String printed, int rows, int columns) {
        assertThat(Screen.Size.parsed(printed + "\n")).isEqualTo(new Screen.Size(rows, columns));
    }
}
