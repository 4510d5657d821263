package dev.slipway.starter.cli;

import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.Problem;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Checks the configuration directory. */
@Command(name = "config", description = "The configuration directory.", subcommands = ConfigCommand.Check.class)
final class ConfigCommand {

    @Command(
            name = "check",
            description = "Read the configuration here, without asking the starter; every problem at once. Also names "
                    + "files that cannot be read here, waivers that ended, and that there is no fleet; these do not "
                    + "change the exit code.",
            footer = {"", "Examples:", "  slipway config check", "  slipway config check ./config --json"})
    static final class Check extends ApiCommand {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "DIRECTORY",
                description = "Default: SLIPWAY_CONFIG, else ./config, else the one beside the launcher.")
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
                        warnings(config),
                        true,
                        String.join(", ", config.fleets().keySet()),
                        String.join(", ", config.baselines().keySet()),
                        String.join(", ", config.policies().keySet()));
            } catch (ConfigProblems e) {
                List<Finding> problems =
                        e.problems().stream().map(Check::finding).toList();
                return new Report(where.toString(), problems, List.of(), false, null, null, null);
            }
        }

        private static List<Finding> warnings(Config config) {
            LocalDate today = LocalDate.now(Clock.systemUTC());
            return Stream.of(
                            config.missingFleet().stream(),
                            config.missingFiles().stream(),
                            config.expiredWaivers(today).stream())
                    .flatMap(problems -> problems)
                    .map(Check::finding)
                    .toList();
        }

        private static Finding finding(Problem problem) {
            return new Finding(problem.file().toString(), problem.line(), problem.sentence(), problem.next());
        }

        private static String words(Report report) {
            if (report.right()) {
                return lines(report.warnings()) + report.directory() + judged(report.warnings()) + ": "
                        + named("fleets", report.fleets()) + " · " + named("baselines", report.baselines()) + " · "
                        + named("policies", report.policies());
            }
            int number = report.problems().size();
            return lines(report.problems()) + number + (number == 1 ? " problem" : " problems")
                    + "; nothing of it is used";
        }

        private static String judged(List<Finding> warnings) {
            return switch (warnings.size()) {
                case 0 -> " is right";
                case 1 -> " has no problems, but a warning";
                default -> " has no problems, but " + warnings.size() + " warnings";
            };
        }

        private static String named(String kind, @Nullable String names) {
            return names == null || names.isEmpty() ? "no " + kind : kind + " " + names;
        }

        private static String lines(List<Finding> findings) {
            StringBuilder text = new StringBuilder();
            findings.forEach(finding -> text.append(finding.file())
                    .append(finding.line() == 0 ? "" : ":" + finding.line())
                    .append("  ")
                    .append(finding.what())
                    .append("\n    → ")
                    .append(finding.next())
                    .append('\n'));
            return text.toString();
        }
    }

    /** Holds what {@code --json} prints: the problems, or what is configured and what to see to before it is used. */
    record Report(
            String directory,
            List<Finding> problems,
            List<Finding> warnings,
            boolean right,
            @Nullable String fleets,
            @Nullable String baselines,
            @Nullable String policies) {}

    /** Describes a problem and where it is; line 0 is the whole file. */
    record Finding(String file, int line, String what, String next) {}
}
