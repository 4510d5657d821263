package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** Looks at every part that a run needs. */
@Command(
        name = "doctor",
        description = "Check Temporal, namespace, search attributes, workers, ledger and configuration; "
                + "creates missing search attributes, changes nothing else.",
        footer = {"", "Example: slipway doctor --json"})
final class DoctorCommand extends Ask {

    @Override
    public Integer call() {
        JsonNode answer = door().get("api/v1/doctor");
        answer(answer, DoctorCommand::words);
        return answer.path("healthy").asBoolean() ? Exit.OK : Exit.NO;
    }

    private static String words(JsonNode answer) {
        List<List<String>> rows = new ArrayList<>();
        answer.path("checks")
                .forEach(c -> rows.add(
                        List.of(Words.text(c, "verdict"), Words.text(c, "part"), Words.text(c, "saw"), next(c))));
        return Words.columns(rows);
    }

    private static String next(JsonNode check) {
        String next = Words.text(check, "next");
        return next.isBlank() ? "" : "→ " + next;
    }
}
