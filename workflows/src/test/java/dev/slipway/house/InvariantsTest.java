package dev.slipway.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each safety invariant that the product promises to keep has a test that bears its number: {@code i9_…}. */
class InvariantsTest {
    private static final List<Integer> PROMISED = List.of(
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
            30);
    private static final Pattern TEST =
            Pattern.compile("@(?:Test|ParameterizedTest)\\b(?:(?!\\bvoid\\b).)*?\\bvoid (\\w+)\\(", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("\\Gi(\\d+)_");

    private static Map<Integer, Set<String>> named() throws IOException {
        Map<Integer, Set<String>> named = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            for (Path file : files.filter(f -> f.toString().contains("/src/test/java/")
                            && f.toString().endsWith(".java"))
                    .toList()) {
                Matcher test = TEST.matcher(Files.readString(file));
                while (test.find()) {
                    Matcher number = NUMBER.matcher(test.group(1));
                    while (number.find()) {
                        named.computeIfAbsent(Integer.parseInt(number.group(1)), n -> new TreeSet<>())
                                .add(file.getFileName() + " " + test.group(1));
                    }
                }
            }
        }
        return named;
    }

    @Test
    void eachPromisedInvariantHasATestThatBearsItsNumber() throws IOException {
        assertThat(named().keySet()).containsAll(PROMISED);
    }
}
