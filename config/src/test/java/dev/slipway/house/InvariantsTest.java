package dev.slipway.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * Each safety invariant that the product promises to keep has a test that bears its number, {@code i9_…}, and {@code
 * lab/breaks.yaml} says how to break the code so that the test turns red. Whether it does is for {@code lab/breaks}.
 */
class InvariantsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path BREAKS = ROOT.resolve("lab/breaks.yaml");
    private static final Set<String> PROMISED =
            IntStream.rangeClosed(1, 30).mapToObj(n -> "I" + n).collect(Collectors.toUnmodifiableSet());
    private static final Pattern TEST =
            Pattern.compile("@(?:Test|ParameterizedTest)\\b(?:(?!\\bvoid\\b).)*?\\bvoid (\\w+)\\(", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("\\Gi(\\d+)_");
    private static final Pattern LINE =
            Pattern.compile("|#.*|- invariant: I\\d+|  (?:module|test): [\\w#]+|  promise: '.*'|  breaks:"
                    + "|    - file: [\\w./-]+|      (?:find|replace): '.*'");

    /** What {@code replace} puts in the place of the one occurrence of {@code find}. */
    private record Break(String file, String find, String replace) {}

    /** How a promise is broken, and the test that must see it: all breaks at once, where several places keep it. */
    private record Entry(String invariant, String promise, String module, String test, List<Break> breaks) {
        @Override
        public String toString() {
            return invariant + " " + test;
        }
    }

    /** The tests of a class: those in its file. */
    private record TestClass(String module, String name, Set<String> tests) {
        Stream<String> invariants() {
            return tests.stream().flatMap(test -> numbers(test).stream());
        }
    }

    private final List<TestClass> classes = new ArrayList<>();
    private List<Entry> entries = List.of();

    @BeforeEach
    void read() throws IOException {
        entries = new ObjectMapper()
                .convertValue(new Yaml().load(Files.readString(BREAKS)), new TypeReference<List<Entry>>() {});
        try (Stream<Path> folders = Files.list(ROOT)) {
            for (Path module : folders.filter(f -> Files.isDirectory(f.resolve("src/test/java")))
                    .toList()) {
                read(module);
            }
        }
    }

    private void read(Path module) throws IOException {
        try (Stream<Path> files = Files.walk(module.resolve("src/test/java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                classes.add(new TestClass(
                        module.getFileName().toString(),
                        file.getFileName().toString().replace(".java", ""),
                        tests(Files.readString(file))));
            }
        }
    }

    private static Set<String> tests(String source) {
        return TEST.matcher(source).results().map(test -> test.group(1)).collect(Collectors.toSet());
    }

    /** The invariants whose numbers a test bears. */
    private static Set<String> numbers(String test) {
        Set<String> numbers = new TreeSet<>();
        Matcher number = NUMBER.matcher(test);
        while (number.find()) {
            numbers.add("I" + number.group(1));
        }
        return numbers;
    }

    private static int occurrences(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }

    @Test
    void eachPromisedInvariantHasATestThatBearsItsNumber() {
        assertThat(classes.stream().flatMap(TestClass::invariants).collect(Collectors.toSet()))
                .as("write a test named i<number>_… for each that is missing")
                .containsAll(PROMISED);
    }

    @Test
    void eachPromisedInvariantHasABreak() {
        assertThat(entries.stream().map(Entry::invariant).collect(Collectors.toSet()))
                .as("lab/breaks.yaml: write for each that is missing how the code that keeps it is switched off")
                .containsExactlyInAnyOrderElementsOf(PROMISED);
    }

    @Test
    void eachBreakFitsTheCode() throws IOException {
        List<String> wrong = new ArrayList<>();
        Map<String, String> sources = new HashMap<>();
        for (Entry entry : entries) {
            for (Break one : entry.breaks()) {
                Path file = ROOT.resolve(one.file());
                if (!Files.exists(file)) {
                    wrong.add(entry + ": no file " + one.file() + "; name the file that keeps the promise now");
                    continue;
                }
                if (!sources.containsKey(one.file())) {
                    sources.put(one.file(), Files.readString(file));
                }
                int found = occurrences(sources.getOrDefault(one.file(), ""), one.find());
                if (found != 1) {
                    wrong.add(entry + ": found " + found + " times in " + one.file() + ": " + one.find()
                            + "; copy the one line there that keeps the promise now");
                }
                if (one.find().equals(one.replace())) {
                    wrong.add(entry + ": replace is the same as find; write what switches the promise off");
                }
            }
        }
        assertThat(wrong).as("lab/breaks.yaml").isEmpty();
    }

    @Test
    void eachBreakNamesATestThatBearsTheNumber() {
        assertThat(entries.stream().flatMap(this::wrongTest))
                .as("lab/breaks.yaml")
                .isEmpty();
    }

    private Stream<String> wrongTest(Entry entry) {
        if (entry.breaks().isEmpty() || entry.promise().isBlank()) {
            return Stream.of(entry + ": write the promise in a sentence, and at least one break");
        }
        String[] words = entry.test().split("#", -1);
        Predicate<TestClass> here =
                test -> test.module().equals(entry.module()) && test.name().equals(words[0]);
        if (words.length != 2
                || classes.stream().filter(here).noneMatch(c -> c.tests().contains(words[1]))) {
            return Stream.of(entry + ": the module " + entry.module()
                    + " has no such JUnit test; name one that is there as Class#method");
        }
        return numbers(words[1]).contains(entry.invariant())
                ? Stream.empty()
                : Stream.of(entry + ": the test does not bear the number; name one that begins with "
                        + entry.invariant().replace('I', 'i') + "_");
    }

    /** The script reads the file line by line: each text stands on one line, between single quotes. */
    @Test
    void theFileHasTheFormThatTheScriptReads() throws IOException {
        assertThat(Files.readAllLines(BREAKS).stream()
                        .filter(line -> !LINE.matcher(line).matches()))
                .as("lab/breaks.yaml: write these lines as those of the other entries")
                .isEmpty();
    }
}
