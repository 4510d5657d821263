package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Each example in a help can be pasted: no line of it is wrapped, and the command line takes it. */
class HelpExamplesTest {
    private static final int COLUMNS = 80;

    /** A command up to what is said of it, behind two spaces, or to a redirection. */
    private static final Pattern COMMAND = Pattern.compile("slipway (.*?)( {2}.*| >\\S+)?$");

    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    static List<String> examples() {
        return commands(Slipway.commandLine(Map.of()))
                .flatMap(command -> examples(command).stream())
                .distinct()
                .toList();
    }

    private static Stream<CommandLine> commands(CommandLine top) {
        return Stream.concat(
                Stream.of(top), top.getSubcommands().values().stream().flatMap(HelpExamplesTest::commands));
    }

    /** The examples of a command, of whichever lines. */
    private static List<String> examples(CommandLine command) {
        String[] footer = command.getCommandSpec().usageMessage().footer();
        assertThat(Arrays.stream(footer).filter(line -> line.contains("slipway ") || line.startsWith("  ")))
                .as(command.getCommandName())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS));
        List<String> examples = new ArrayList<>();
        String begun = "";
        for (String line : footer) {
            String text = begun + line.strip();
            begun = text.endsWith(" \\") ? text.substring(0, text.length() - 1) : "";
            boolean example = line.startsWith("  ") || line.startsWith("Example: ");
            if (begun.isEmpty() && example && text.contains("slipway ")) {
                examples.add(text.replaceFirst("^Example: ", "").replaceFirst(".*[|;] (?=slipway )", ""));
            }
        }
        return examples;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isTaken(String example) {
        Matcher command = COMMAND.matcher(example);
        assertThat(command.find()).isTrue();
        String[] words = WORD.matcher(command.group(1).replaceFirst(" \\|.*", ""))
                .results()
                .map(word -> word.group().replace("'", "").replace("$?", "0"))
                .toArray(String[]::new);

        assertThatCode(() -> Slipway.commandLine(Map.of()).parseArgs(words)).doesNotThrowAnyException();
    }
}
