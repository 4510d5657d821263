package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.Problem;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The configuration directory. */
@Command(name = "config", description = "The configuration directory.", subcommands = ConfigCommand.Check.class)
final class ConfigCommand {

    @Command(
            name = "check",
            description = "Read the configuration here, without asking the starter; every problem at once.",
            footer = {"", "Examples:", "  slipway config check", "  slipway config check ./config --json"})
    static final class Check extends Ask {
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
            ObjectNode report = Door.body().put("directory", where.toString());
            ArrayNode problems = report.putArray("problems");
            try {
                Config config = Config.load(where);
                report.put("right", true)
                        .put("fleets", String.join(", ", config.fleets().keySet()))
                        .put("baselines", String.join(", ", config.baselines().keySet()))
                        .put("policies", String.join(", ", config.policies().keySet()));
            } catch (ConfigProblems e) {
                report.put("right", false);
                e.problems().forEach(problem -> add(problems, problem));
            }
            answer(report, Check::words);
            return report.path("right").asBoolean() ? Exit.OK : Exit.USAGE;
        }

        private static void add(ArrayNode problems, Problem problem) {
            problems.addObject()
                    .put("file", problem.file().toString())
                    .put("line", problem.line())
                    .put("what", problem.sentence())
                    .put("next", problem.next());
        }

        private static String words(JsonNode report) {
            if (report.path("right").asBoolean()) {
                return Words.text(report, "directory") + " is right: fleets " + Words.text(report, "fleets")
                        + " · baselines " + Words.text(report, "baselines") + " · policies "
                        + Words.text(report, "policies");
            }
            StringBuilder text = new StringBuilder();
            report.path("problems").forEach(p -> {
                int line = p.path("line").asInt();
                text.append(Words.text(p, "file"))
                        .append(line == 0 ? "" : ":" + line)
                        .append("  ")
                        .append(Words.text(p, "what"))
                        .append("\n    → ")
                        .append(Words.text(p, "next"))
                        .append('\n');
            });
            return text.append(report.path("problems").size())
                    .append(report.path("problems").size() == 1 ? " problem" : " problems")
                    .append("; nothing of it is used")
                    .toString();
        }
    }
}
