package dev.slipway.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pitest.mutationtest.engine.MutationDetails;

/**
 * Names a mutant as a line of {@code mutants.survivors} does, without the reason: entry, class and method, what was
 * changed, and the text of the line. Such a key outlives moved lines.
 */
final class Keys {
    private final Collection<Path> sources;
    private final Map<String, List<String>> read = new HashMap<>();

    Keys(Collection<Path> sources) {
        this.sources = sources;
    }

    String of(MutationDetails mutant) {
        String type = mutant.getClassName().getNameWithoutPackage().asJavaName().replace('$', '.');
        String[] method = mutant.getMethod().split("[$]");
        String change = mutant.getDescription()
                .replaceAll("[a-z][A-Za-z0-9_]*/", "")
                .replaceAll(" for [A-Za-z0-9_.$<>]*::[A-Za-z0-9_$<>]*$", "");
        return String.join(
                " | ",
                System.getProperty("slipway.mutants.entry"),
                type + "." + method[method.length > 1 ? 1 : 0],
                change,
                line(mutant));
    }

    private String line(MutationDetails mutant) {
        String file = mutant.getClassName().asInternalName().replaceFirst("[$].*", "") + ".java";
        List<String> lines = read.computeIfAbsent(file, this::lines);
        int number = mutant.getLineNumber();
        return number < 1 || number > lines.size() ? "" : lines.get(number - 1).stripLeading();
    }

    private List<String> lines(String file) {
        return sources.stream()
                .map(folder -> folder.resolve(file))
                .filter(Files::exists)
                .findFirst()
                .map(Keys::all)
                .orElse(List.of());
    }

    private static List<String> all(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how often each line of the list {@code slipway.mutants.listed} names a mutant. */
    static Map<String, Long> listed() {
        return all(Path.of(System.getProperty("slipway.mutants.listed"))).stream()
                .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
    }
}
