package dev.slipway.starter.cli;

import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.Problem;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Checks the configuration directory. */
@Command(name = "config", description = "The configuration directory.", subcommands = ConfigCommand.Check.class)
final class ConfigCommand {

    @Command(
            name = "check",
            description = "Read the configuration here, without asking the starter; every problem at once.",
            footer = {"", "Examples:", "  slipway config check", "  slipway config check ./config --json"})
    static final class Check extends ApiCommand {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "DIRECTORY",
                description = "Default: SLIPWAY_CONFIG, else ./config.")
        @Nullable
        Path directory;

        @Override
        public Integer call() {
            Path where = directory == null ? slipway().configuration() : directory;
            Report report = report(where);
            answer(ApiClient.local(report), Check::words);
            return report.right() ? Exit.OK : Exit.USAGE;
        }

        private static Report report(Path where) {
            try {
                Config config = Config.load(where);
                return new Report(
                        where.toString(),
                        List.of(),
                        true,
                        String.join(", ", config.fleets().keySet()),
                        String.join(", ", config.baselines().keySet()),
                        String.join(", ", config.policies().keySet()));
            } catch (ConfigProblems e) {
                List<Finding> problems =
                        e.problems().stream().map(Check::finding).toList();
                return new Report(where.toString(), problems, false, null, null, null);
            }
        }

        private static Finding finding(Problem problem) {
            return new Finding(problem.file().toString(), problem.line(), problem.sentence(), problem.next());
        }

        private static String words(Report report) {
            if (report.right()) {
                return report.directory() + " is right: fleets " + report.fleets() + " · baselines "
                        + report.baselines() + " · policies " + report.policies();
            }
            StringBuilder text = new StringBuilder();
            report.problems()
                    .forEach(problem -> text.append(problem.file())
                            .append(problem.line() == 0 ? "" : ":" + problem.line())
                            .append("  ")
                            .append(problem.what())
                            .append("\n    → ")
                            .append(problem.next())
                            .append('\n'));
            int number = report.problems().size();
            return text.append(number)
                    .append(number == 1 ? " problem" : " problems")
                    .append("; nothing of it is used")
                    .toString();
        }
    }

    /** Holds what {@code --json} prints: the problems, or what is configured. */
    record Report(
            String directory,
            List<Finding> problems,
            boolean right,
            @Nullable String fleets,
            @Nullable String baselines,
            @Nullable String policies) {}

    /** Describes a problem and where it is; line 0 is the whole file. */
    record Finding(String file, int line, String what, String next) {}
}
