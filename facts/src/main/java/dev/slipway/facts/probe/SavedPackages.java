package dev.slipway.facts.probe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.packages.DatabaseRow;
import dev.slipway.facts.parse.ToolParsers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Converts a saved list of packages, as {@code dpkg -l} prints it, to the layout of the probe. */
final class SavedPackages {
    private static final Pattern LISTED = Pattern.compile("(?m)^[uihrp][ncHUFWti][ R] +\\S");
    private static final String WHOLE = "dpkg";

    private SavedPackages() {}

    /**
     * Returns the list as the probe prints it. One that lacks dpkg itself is incomplete: what it leaves out is not
     * absent.
     */
    static Section section(Section saved) {
        String text = saved.text();
        if (!LISTED.matcher(text).find()) {
            return saved;
        }
        JsonNode packages = ToolParsers.parse("packages", saved.bytes(), OptionalInt.empty())
                .json()
                .at("/facts/packages");
        String rows = packages.valueStream().map(SavedPackages::row).collect(Collectors.joining());
        boolean whole =
                packages.valueStream().anyMatch(p -> p.path("name").asText().equals(WHOLE));
        return new Section(
                saved.exit(),
                (whole ? rows : "a part of the list only: it lacks dpkg itself\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String row(JsonNode p) {
        return p.path("name").asText() + "\t" + p.path("version").asText() + "\t"
                + (p.path("held").asBoolean() ? "hold" : "install") + " ok "
                + p.path("state").asText() + "\n";
    }

    /** Returns the names that dpkg holds; empty if this is no list of dpkg's. */
    static Optional<String> holds(String packages) {
        List<DatabaseRow> rows =
                packages.lines().map(DatabaseRow::of).flatMap(Optional::stream).toList();
        return rows.stream().noneMatch(row -> row.name().equals(WHOLE))
                ? Optional.empty()
                : Optional.of(rows.stream()
                        .filter(DatabaseRow::held)
                        .map(row -> row.name() + "\n")
                        .collect(Collectors.joining()));
    }
}
