package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/** A command in a string of ours can be typed as it is printed, once its placeholders are filled. */
class PrintedCommandsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern PRINTED =
            Pattern.compile("(?:[\"`]|(?<!Example)[:;] |see )(slipway (?!is |failed)[a-z])");
    private static final Pattern LAUNCHED = Pattern.compile("slipway (demo|up|worker|starter|build|test)\\b.*");
    /** Ends a command in a sentence, or what is printed of it. */
    private static final Pattern END = Pattern.compile("[,;.:]?(\\\\n|`| · | {2}|[,;.:)] | >).*", Pattern.DOTALL);

    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");
    private static final Pattern INCOMPLETE = Pattern.compile("slipway (facts|drift check)");

    /** What makes a reader type two things, or look for the command in the middle. */
    private static final Pattern MORE = Pattern.compile("[,;] [a-z].*", Pattern.DOTALL);

    private record Printed(Path source, String text, String after) {
        List<String> words() {
            return WORD.matcher(text)
                    .results()
                    .map(found -> found.group().replaceFirst("^…$", "X").replace("$?", "0"))
                    .skip(1)
                    .toList();
        }
    }

    private static List<Printed> printed() throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(ROOT)) {
            sources = files.filter(file -> file.toString().contains("/src/main/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        List<Printed> found = new ArrayList<>();
        for (Path source : sources) {
            String code = Files.readString(source).replaceAll("(?m)^\\s*(/?\\*|//|import ).*$", "");
            Matcher command = PRINTED.matcher(code);
            while (command.find()) {
                String whole = literal(code, command.start(1));
                String text = END.matcher(whole).replaceFirst("");
                found.add(new Printed(
                        ROOT.relativize(source), text.replaceFirst("[,;.:)]+$", ""), whole.substring(text.length())));
            }
        }
        return found;
    }

    /** Returns the string from there to its end, over each {@code +}; what is no literal is X. */
    private static String literal(String code, int from) {
        StringBuilder text = new StringBuilder();
        int at = from;
        while (true) {
            int quote = code.indexOf('"', at);
            text.append(code, at, quote);
            Matcher plus = Pattern.compile("\\s*\\+\\s*").matcher(code).region(quote + 1, code.length());
            if (!plus.lookingAt()) {
                return text.toString();
            }
            at = plus.end();
            while (code.charAt(at) != '"') {
                int end = operand(code, at);
                text.append('X');
                plus.region(end, code.length());
                if (!plus.lookingAt()) {
                    return text.toString();
                }
                at = plus.end();
            }
            at++;
        }
    }

    /** Returns where an operand ends that begins there. */
    private static int operand(String code, int from) {
        int depth = 0;
        for (int at = from; at < code.length(); at++) {
            char c = code.charAt(at);
            if (depth == 0 && "+,;)?:".indexOf(c) >= 0) {
                return at;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        return code.length();
    }

    /** A hint ends with its one command. */
    @Test
    void nothingFollowsTheCommandOfAHint() throws IOException {
        assertThat(printed())
                .filteredOn(command -> command.source().toString().contains("/starter/api/"))
                .hasSizeGreaterThan(20)
                .filteredOn(command -> MORE.matcher(command.after()).matches())
                .isEmpty();
    }

    @Test
    void eachParses() throws IOException {
        List<Printed> all = printed().stream()
                .filter(command -> !LAUNCHED.matcher(command.text()).matches()
                        && !command.text().contains("["))
                .toList();
        assertThat(all).hasSizeGreaterThan(60);
        List<String> wrong = new ArrayList<>();
        for (Printed command : all) {
            try {
                Slipway.commandLine(Map.of()).parseArgs(command.words().toArray(String[]::new));
                if (INCOMPLETE.matcher(command.text()).matches()) {
                    wrong.add(command + ": which node or fleet?");
                }
            } catch (ParameterException e) {
                wrong.add(command + ": " + e.getMessage());
            }
        }
        assertThat(wrong).isEmpty();
    }
}
