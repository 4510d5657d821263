package dev.slipway.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks the main code of all modules against the limits of the house. Most limits are hard: nothing may be over them.
 * What is over a counted one is compared with the number that {@code house/limits.txt} allows. A number may only fall:
 * it is an error where more is found, and where less is found until the file says so.
 */
final class HouseLimits {
    private static final Path ALLOWED = Path.of("src/test/resources/house/limits.txt");
    private static final Path FOUND = Path.of("target/house-limits.txt");
    private static final int SHOWN = 40;
    private static final Set<String> COUNTED = Set.of("Optional as field or parameter", "code that no main code calls");

    private final Map<String, List<Finding>> found;

    HouseLimits() throws IOException {
        found = over(SourceFile.ofAllModules()).stream()
                .collect(Collectors.groupingBy(Finding::key, TreeMap::new, Collectors.toList()));
    }

    /** Every place in {@code files} that is over a limit. */
    static List<Finding> over(List<SourceFile> files) {
        List<Finding> findings = new ArrayList<>();
        files.forEach(file -> findings.addAll(Sizes.of(file)));
        files.forEach(file -> findings.addAll(Names.of(file)));
        files.forEach(file -> findings.addAll(Javadocs.of(file)));
        findings.addAll(Structure.of(files));
        findings.addAll(Calls.of(files));
        return findings;
    }

    /** Names each number that rose, with its places, and each that fell; writes the numbers as they are to {@code target}. */
    List<String> broken() throws IOException {
        Files.write(
                FOUND,
                found.entrySet().stream()
                        .map(limit -> limit.getKey() + " | " + limit.getValue().size())
                        .toList());
        Map<String, Integer> allowed = allowed();
        TreeSet<String> keys = new TreeSet<>(allowed.keySet());
        keys.addAll(found.keySet());
        List<String> broken = new ArrayList<>();
        for (String key : keys) {
            List<Finding> places = found.getOrDefault(key, List.of());
            int most = allowed.getOrDefault(key, 0);
            if (most > 0 && !COUNTED.contains(key.split(" \\| ", 2)[0])) {
                broken.add(key + " | " + most + " in " + ALLOWED + ": this limit is hard and has no number");
            }
            if (places.size() < most) {
                broken.add(key + " | " + most + ": lower the number in " + ALLOWED + " to " + places.size());
            } else if (places.size() > most) {
                broken.add(key + " | " + most + " is allowed, " + places.size() + " are there:" + shown(places));
            }
        }
        return broken;
    }

    private static String shown(List<Finding> places) {
        return places.stream()
                .limit(SHOWN)
                .map(place -> "\n    " + place.place())
                .collect(Collectors.joining());
    }

    private static Map<String, Integer> allowed() throws IOException {
        return Files.readAllLines(ALLOWED).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.lastIndexOf('|')).strip(),
                        line -> Integer.parseInt(
                                line.substring(line.lastIndexOf('|') + 1).strip())));
    }
}
