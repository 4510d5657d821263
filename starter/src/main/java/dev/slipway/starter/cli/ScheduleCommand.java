package dev.slipway.starter.cli;

import dev.slipway.starter.client.Schedules;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Manages the nightly drift checks. */
@Command(name = "schedule", description = "The nightly drift checks.", subcommands = ScheduleCommand.Apply.class)
final class ScheduleCommand {

    @Command(
            name = "apply",
            description = "Create Temporal Schedules for the drift checks that the policies name; safe to repeat.",
            footer = {"", "Example: slipway schedule apply --reason 'new policy'"})
    static final class Apply extends ApiCommand {
        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(client().post("api/v1/schedules/apply", deciding.body(), Schedules.class), Apply::words);
        }

        private static String words(Schedules answer) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("FLEET", "SCHEDULE", "WHEN", "DONE"));
            answer.schedules().forEach(s -> rows.add(List.of(s.fleet(), s.id(), s.when(), s.done())));
            return Words.columns(rows);
        }
    }
}
