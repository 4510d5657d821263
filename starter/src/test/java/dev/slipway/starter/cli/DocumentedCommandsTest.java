package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the documents tell people to type exists, and the README's map is the tree. */
class DocumentedCommandsTest {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");
    private static final Pattern COMMAND = Pattern.compile("(?:[A-Z_]+=\\S+ )*(?:\\./)?(slipway|lab/[a-z]+)( .*)?");
    private static final Pattern PRINTED =
            Pattern.compile("(?:[\"`]|[:;] |see | {2})slipway (?!is |failed)([a-z]+(?: [a-z]+)?)");
    private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z0-9]+(?:Test|IT))`");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    /** Where a document names a command, and the command's words. */
    private record Named(Path document, boolean block, String program, List<String> words) {
        @Override
        public String toString() {
            return ROOT.relativize(document) + ": " + program + " " + String.join(" ", words);
        }
    }

    static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(file -> !file.startsWith(ROOT.resolve("docs/decisions")))
                    .sorted()
                    .toList();
        }
    }

    private static List<Named> named() throws IOException {
        List<Named> found = new ArrayList<>();
        for (Path document : documents()) {
            boolean block = false;
            for (String line : Files.readAllLines(document)) {
                if (line.startsWith("```")) {
                    block = !block;
                } else if (block) {
                    // Behind two spaces a line in a block says what the command does.
                    add(found, document, true, line.split(" {2}", 2)[0].strip());
                } else {
                    Matcher span = SPAN.matcher(line);
                    while (span.find()) {
                        add(found, document, false, span.group(1).strip());
                    }
                }
            }
        }
        return found;
    }

    private static void add(List<Named> found, Path document, boolean block, String text) {
        Matcher command = COMMAND.matcher(text);
        if (command.matches()) {
            String rest = command.group(2) == null
                    ? ""
                    : command.group(2).replace("[", "").replace("]", "");
            List<String> words = new ArrayList<>();
            Matcher word = WORD.matcher(rest);
            while (word.find()) {
                words.add(word.group());
            }
            List<String> first =
                    words.isEmpty() ? List.of("") : List.of(words.getFirst().split("\\|", -1));
            for (String alternative : first) {
                List<String> one = new ArrayList<>(words);
                if (!one.isEmpty()) {
                    one.set(0, alternative);
                }
                found.add(new Named(document, block, command.group(1), List.copyOf(one)));
            }
        }
    }

    /** The words that the launcher itself takes, read from it. */
    private static Set<String> launcher() throws IOException {
        Matcher word = Pattern.compile("^ {2}([a-z]+)\\)", Pattern.MULTILINE)
                .matcher(Files.readString(ROOT.resolve("slipway")));
        Set<String> words = new TreeSet<>();
        while (word.find()) {
            words.add(word.group(1));
        }
        return words;
    }

    @Test
    void everyCommandOfOursThatADocumentNamesParses() throws IOException {
        Set<String> launcher = launcher();
        assertThat(launcher).contains("demo", "up", "worker", "starter", "test");
        List<Named> ours = named().stream()
                .filter(n -> n.program().equals("slipway") && !n.words().isEmpty())
                .toList();
        assertThat(ours).hasSizeGreaterThan(30);
        List<String> wrong = new ArrayList<>();
        for (Named command : ours) {
            if (launcher.contains(command.words().getFirst())) {
                continue;
            }
            try {
                Slipway.commandLine(Map.of()).parseArgs(command.words().toArray(String[]::new));
            } catch (MissingParameterException e) {
                if (command.block()) {
                    wrong.add(command + "\n  " + e.getMessage());
                }
            } catch (ParameterException e) {
                wrong.add(command + "\n  " + e.getMessage());
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** A command that is put together from parts is read up to the end of its statement. */
    @Test
    void everyCommandThatWePrintExistsAndShowsTheReasonThatItNeeds() throws IOException {
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (Path source : sources()) {
            String code = Files.readString(source).replaceAll("(?m)^\\s*(/?\\*|//|import ).*$", "");
            Matcher printed = PRINTED.matcher(code);
            while (printed.find()) {
                Optional<CommandSpec> spec = spec(printed.group(1).split(" ", -1));
                int end = code.indexOf(';', printed.end());
                String statement = code.substring(printed.start(), end < 0 ? code.length() : end);
                seen++;
                if (spec.isEmpty()) {
                    wrong.add(ROOT.relativize(source) + ": there is no " + printed.group());
                } else if (spec.get().optionsMap().containsKey("--reason")
                        && !statement.contains("--reason")
                        && !statement.contains("--dry-run")) {
                    wrong.add(ROOT.relativize(source) + ": no --reason behind " + printed.group());
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).isGreaterThan(60);
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().contains("/src/main/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the innermost command that the words name; empty where the first one names none. */
    private static Optional<CommandSpec> spec(String[] words) throws IOException {
        CommandLine command = Slipway.commandLine(Map.of());
        if (launcher().contains(words[0])) {
            return Optional.of(CommandSpec.create());
        }
        CommandLine inner = command.getSubcommands().get(words[0]);
        if (inner == null) {
            return Optional.empty();
        }
        CommandLine innermost = words.length < 2 ? null : inner.getSubcommands().get(words[1]);
        return Optional.of((innermost == null ? inner : innermost).getCommandSpec());
    }

    @Test
    void everyScriptOfTheLabThatADocumentNamesIsThereAndTakesItsFirstWord() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Named command : named()) {
            Path script = ROOT.resolve(command.program());
            if (command.program().equals("slipway") || (command.words().isEmpty() && Files.isRegularFile(script))) {
                continue;
            }
            if (!Files.isExecutable(script)) {
                wrong.add(command + ": no such script");
                continue;
            }
            String first = command.words().getFirst();
            String text = Files.readString(script) + Files.readString(ROOT.resolve("lab/proofs"));
            boolean placeholder = first.equals(first.toUpperCase(java.util.Locale.ROOT));
            if (!placeholder
                    && !Pattern.compile("(^|[^a-z-])" + Pattern.quote(first) + "([^a-z-]|$)", Pattern.MULTILINE)
                            .matcher(text)
                            .find()) {
                wrong.add(command + ": it does not know " + first);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyTestThatADocumentNamesIsThere() throws IOException {
        Set<String> types;
        try (Stream<Path> files = Files.walk(ROOT)) {
            types = files.filter(file -> file.toString().contains("/src/"))
                    .map(file -> String.valueOf(file.getFileName()).replaceFirst("\\.java$", ""))
                    .collect(Collectors.toSet());
        }
        List<String> wrong = new ArrayList<>();
        for (Path document : documents()) {
            TEST.matcher(Files.readString(document))
                    .results()
                    .map(found -> found.group(1))
                    .filter(name -> !types.contains(name))
                    .forEach(name -> wrong.add(ROOT.relativize(document) + ": there is no " + name));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyCommandHasAnExampleInItsHelpWhichParses() {
        List<String> wrong = new ArrayList<>();
        for (CommandLine command : leaves(Slipway.commandLine(Map.of()))) {
            CommandSpec spec = command.getCommandSpec();
            String name = spec.qualifiedName();
            List<String> examples = Arrays.stream(
                            String.join("\n", spec.usageMessage().footer())
                                    .replaceAll("\\\\+\n\\s*", "")
                                    .split("\n", -1))
                    .map(line -> line.replaceFirst("^Examples?:", "")
                            .split(" \\| ", 2)[0]
                            .strip())
                    .filter(line -> line.startsWith(name))
                    .toList();
            if (examples.isEmpty()) {
                wrong.add(name + ": no example");
            }
            for (String option : List.of("--help", "--json", "--debug")) {
                if (!spec.optionsMap().containsKey(option)) {
                    wrong.add(name + ": no " + option);
                }
            }
            for (String example : examples) {
                List<Named> parsed = new ArrayList<>();
                add(parsed, ROOT, true, example.split(" {2}", 2)[0]);
                try {
                    Slipway.commandLine(Map.of())
                            .parseArgs(parsed.getFirst().words().toArray(String[]::new));
                } catch (MissingParameterException e) {
                    if (!example.contains("…")) {
                        wrong.add(example + ": " + e.getMessage());
                    }
                } catch (ParameterException e) {
                    wrong.add(example + ": " + e.getMessage());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<CommandLine> leaves(CommandLine command) {
        return command.getSubcommands().isEmpty()
                ? List.of(command)
                : command.getSubcommands().values().stream()
                        .distinct()
                        .flatMap(sub -> leaves(sub).stream())
                        .toList();
    }

    @Test
    void theMapOfTheReadmeIsTheTree() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        String map = readme.split("## The map\\s+```\n", 2)[1].split("```", 2)[0];
        Set<String> mapped =
                map.lines().map(line -> line.split(" ", 2)[0]).collect(Collectors.toCollection(TreeSet::new));
        Set<String> ignored = Files.readAllLines(ROOT.resolve(".gitignore")).stream()
                .map(line -> line.replace("/", ""))
                .collect(Collectors.toSet());
        Set<String> tree = new TreeSet<>();
        try (Stream<Path> entries = Files.list(ROOT)) {
            entries.map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> !name.equals(".git") && !ignored.contains(name))
                    .forEach(tree::add);
        }
        assertThat(mapped).isEqualTo(tree);
        assertThat(map.lines().map(line -> line.split(" ", 2)[0]))
                .as("in order")
                .isSorted();
    }
}
