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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * The list of mutants that no test kills fits the code and states a reason for each. It may only shrink. Whether they
 * survive is for {@code lab/mutants}.
 */
class SurvivorsTest {
    private static final Path ROOT = Path.of("..");
    private static final String LIST = "lab/mutants.survivors";
    private static final int SHORTEST_REASON = 20;

    /** What is mutated, by which tests, and how many mutants may survive. */
    private record Entry(
            String name, int floor, int survivors, String module, List<String> classes, List<String> tests) {}

    /** A mutant that survives. */
    private record Survivor(String entry, String method, String change, String line, String reason) {
        static Survivor of(String text) {
            String[] parts = text.split(" \\| ", -1);
            assertThat(parts).as("%s: %s", LIST, text).hasSize(5);
            return new Survivor(parts[0], parts[1], parts[2], parts[3], parts[4]);
        }

        String type() {
            return method.substring(0, method.indexOf('.'));
        }

        @Override
        public String toString() {
            return String.join(" | ", entry, method, change, line);
        }
    }

    private List<Entry> entries = List.of();
    private List<Survivor> survivors = List.of();
    private final Map<String, List<String>> sources = new HashMap<>();

    @BeforeEach
    void read() throws IOException {
        entries = new ObjectMapper()
                .convertValue(
                        new Yaml().load(Files.readString(ROOT.resolve("lab/mutants.yaml"))),
                        new TypeReference<List<Entry>>() {});
        survivors = Files.readAllLines(ROOT.resolve(LIST)).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Survivor::of)
                .toList();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path code : modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                read(code);
            }
        }
    }

    private void read(Path code) throws IOException {
        try (Stream<Path> files = Files.walk(code)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String type = file.getFileName().toString().replace(".java", "");
                sources.computeIfAbsent(type, any -> new ArrayList<>())
                        .addAll(Files.readAllLines(file).stream()
                                .map(String::strip)
                                .toList());
            }
        }
    }

    @Test
    void eachSurvivorStandsInTheCodeAndHasAReason() {
        List<Survivor> wrong = survivors.stream()
                .filter(survivor -> survivor.reason().length() < SHORTEST_REASON
                        || !sources.getOrDefault(survivor.type(), List.of()).contains(survivor.line()))
                .toList();

        assertThat(wrong)
                .as("%s: strike off what is not in the code any more, and state a reason for each", LIST)
                .isEmpty();
    }

    @Test
    void theListMayOnlyShrink() {
        Map<String, Integer> allowed =
                entries.stream().collect(Collectors.toMap(Entry::name, Entry::survivors, Integer::sum));
        Map<String, Integer> listed = new HashMap<>();
        allowed.keySet().forEach(name -> listed.put(name, 0));
        survivors.forEach(survivor -> listed.merge(survivor.entry(), 1, Integer::sum));

        assertThat(listed)
                .as("the numbers of survivors in lab/mutants.yaml; lower one where fewer are listed")
                .isEqualTo(allowed);
    }
}
