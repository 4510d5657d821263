package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The nightly drift checks. */
@Command(name = "schedule", description = "The nightly drift checks.", subcommands = ScheduleCommand.Apply.class)
final class ScheduleCommand {

    @Command(
            name = "apply",
            description = "Make the drift checks that the policies name into Temporal Schedules; safe to repeat.",
            footer = {"", "Example: slipway schedule apply --reason 'new policy'"})
    static final class Apply extends Ask {
        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(door().post("api/v1/schedules/apply", deciding.body()), Apply::words);
        }

        private static String words(JsonNode answer) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("FLEET", "SCHEDULE", "WHEN", "DONE"));
            answer.path("schedules")
                    .forEach(s -> rows.add(List.of(
                            Words.text(s, "fleet"),
                            Words.text(s, "id"),
                            Words.text(s, "when"),
                            Words.text(s, "done"))));
            return Words.columns(rows);
        }
    }
}
