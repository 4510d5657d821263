package dev.slipway.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code LINES TIERS PROOFS QUARANTINE}: the folder that {@link TestLines} wrote to, the file of the tiers, that with a
 * line per proof, and that of {@link Quarantine}. The tiers named in {@code SLIPWAY_REQUIRE} must have run. Exits with
 * 1 where the run is not good.
 */
public final class VerdictMain {
    private VerdictMain() {}

    /** Prints the verdict. */
    public static void main(String[] args) throws IOException {
        String required = Optional.ofNullable(System.getenv("SLIPWAY_REQUIRE")).orElse("");
        List<Tier> tiers = Tier.of(
                Files.readAllLines(Path.of(args[1])), List.of(required.trim().split("[, ]+")));
        Quarantine quarantine = Quarantine.of(Files.readAllLines(Path.of(args[3])));
        Verdict verdict = new Verdict(tiers, quarantine, lines(Path.of(args[0])));
        verdict.text(Files.readAllLines(Path.of(args[2]))).forEach(System.out::println);
        System.exit(verdict.good() ? 0 : 1);
    }

    private static List<TestLine> lines(Path folder) throws IOException {
        List<TestLine> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.readAllLines(file).stream().map(TestLine::of).forEach(lines::add);
            }
        }
        return lines;
    }
}
