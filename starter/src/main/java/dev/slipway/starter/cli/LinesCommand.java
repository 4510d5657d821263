package dev.slipway.starter.cli;

import dev.slipway.starter.client.DriverLines;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Manages lines of the driver that are known for a baseline. */
@Command(
        name = "lines",
        description = "Lines of the driver that are known for a baseline: no run stops for them.",
        subcommands = {LinesCommand.All.class, LinesCommand.Forget.class})
final class LinesCommand {

    @Command(
            name = "list",
            description =
                    "Every such line, and its source: gates.knownLines of the baseline, or who accepted it where.",
            footer = {"", "Example: slipway lines list"})
    static final class All extends ApiCommand {

        @Override
        public Integer call() {
            return answer(client().get("api/v1/driver-lines", DriverLines.class), LinesCommand::words);
        }
    }

    @Command(
            name = "forget",
            description = "Take back what was accepted: the next run that reads the line stops for it again, unless "
                    + "gates.knownLines names it too. A run that went on with it goes on.",
            footer = {
                "",
                "Examples:",
                "  slipway lines forget --baseline hgx-h100-r570-133 \\",
                "      --line 'NVRM: GPU #: a line' --reason 'names a fault after all'"
            })
    static final class Forget extends ApiCommand {
        @Option(names = "--baseline", required = true, paramLabel = "ID", description = "Name of the baseline.")
        String baseline = "";

        @Option(names = "--line", required = true, paramLabel = "TEXT", description = "As the list shows it, whole.")
        String line = "";

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(
                    client().delete(
                                    "api/v1/driver-lines?baseline=" + escape(baseline) + "&line=" + escape(line),
                                    deciding.body(),
                                    DriverLines.class),
                    done -> "forgotten: the next run to " + baseline
                            + " stops for it again, unless gates.knownLines names it too");
        }
    }

    private static String words(DriverLines answer) {
        if (answer.lines().isEmpty()) {
            return "no line of the driver is known for a baseline";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("BASELINE", "KNOWN FROM", "WHY", "LINE"));
        answer.lines().forEach(line -> rows.add(List.of(line.baseline(), line.source(), why(line), line.line())));
        return Words.columns(rows);
    }

    private static String why(DriverLines.Line line) {
        return line.who().isEmpty() ? "" : line.who() + ": " + line.reason();
    }
}
