package dev.slipway.facts.packages;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the line in which apt, dpkg, dnf or rpm reports why it failed, for a person; {@link PackageFailures} knows its
 * kind.
 */
public final class PackageErrors {
    /** Lists explanatory lines of dnf and rpm, the most telling first. */
    private static final List<Pattern> DNF = Stream.of(
                    "Error: Failed to download metadata.*",
                    "All matches were filtered out by .*",
                    "installing package .* needs .* on the .* filesystem",
                    "Curl error .*",
                    "Public key for .*",
                    "Error in \\S+ scriptlet in rpm package .*",
                    "- .*(?:nothing provides|requires|conflicts with|obsoletes) .*",
                    "(?:Error|error): .*",
                    "No match for argument.*")
            .map(Pattern::compile)
            .toList();

    private PackageErrors() {}

    /** Returns the first line in which apt, dpkg or dnf reports a failure. */
    public static Optional<String> first(String output) {
        return line(
                output.lines().toList(),
                l -> l.startsWith("dpkg: error") || l.startsWith("E: ") || l.startsWith("Error"));
    }

    /**
     * Returns apt's last error line; if apt only reports that dpkg failed, dpkg's first cause: what follows it are its
     * consequences.
     */
    public static String apt(String output) {
        List<String> lines = lines(output);
        return lines.stream()
                .filter(l -> l.startsWith("E: ") && !l.startsWith("E: Sub-process"))
                .reduce((a, b) -> b)
                .or(() -> line(
                        lines, l -> l.contains("returned error exit status") || l.contains("No space left on device")))
                .or(() -> line(lines, l -> l.startsWith("dpkg: error")))
                .or(() -> lines.stream().reduce((a, b) -> b))
                .orElse("no output");
    }

    /** Returns the most telling line of dnf or rpm, and of several the last. */
    public static String dnf(String output) {
        List<String> lines = lines(output);
        return DNF.stream()
                .flatMap(cause ->
                        lines.stream().filter(line -> cause.matcher(line).matches()).reduce((a, b) -> b).stream())
                .findFirst()
                .or(() -> lines.stream().reduce((a, b) -> b))
                .orElse("no output");
    }

    private static List<String> lines(String output) {
        return output.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    }

    private static Optional<String> line(List<String> lines, Predicate<String> error) {
        return lines.stream().filter(error).findFirst();
    }
}
