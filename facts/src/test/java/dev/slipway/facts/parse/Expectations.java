package dev.slipway.facts.parse;

import dev.slipway.verdict.ShareOfTheDay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Holds what a correct parser reads from each sample: one file per tool, one block per sample. {@code = FILE [exit=N]}
 * begins a block; each line after it is a JSON pointer, an operator and a value: {@code =} equals, {@code has}
 * contains, {@code size} counts, {@code absent} stands alone.
 */
record Expectations(String tool, Map<String, Block> blocks) {
    private static final int FEW = 10;

    /** The lines about one sample. */
    record Block(OptionalInt exit, List<String> lines) {}

    static Path folder(String name) {
        URL url = Expectations.class.getResource("/" + name);
        if (url == null) {
            throw new IllegalArgumentException("no folder " + name);
        }
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static Expectations of(String tool) {
        Map<String, Block> blocks = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (String line : read(folder("expected").resolve(tool + ".txt"))) {
            if (line.startsWith("= ")) {
                String[] words = line.substring(2).split(" exit=");
                lines = new ArrayList<>();
                OptionalInt exit =
                        words.length > 1 ? OptionalInt.of(Integer.parseInt(words[1].strip())) : OptionalInt.empty();
                blocks.put(line.substring(2).strip(), new Block(exit, lines));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                lines.add(line.strip());
            }
        }
        return new Expectations(tool, blocks);
    }

    /** Returns what of {@code all} is played today: a fifth, another one tomorrow; of few all. */
    static <T> List<T> today(List<T> all, int shift) {
        return all.size() < FEW ? all : ShareOfTheDay.of(all, shift);
    }

    static List<String> samples(String tool) {
        try (Stream<Path> files = Files.list(folder("fixtures").resolve(tool))) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> !f.equals("SOURCES.md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(String tool, String sample) {
        try {
            return Files.readAllBytes(folder("fixtures").resolve(tool).resolve(sample));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
