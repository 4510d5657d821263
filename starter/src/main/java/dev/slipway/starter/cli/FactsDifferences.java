package dev.slipway.starter.cli;

import dev.slipway.facts.sheet.Comparison;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code slipway facts diff --json} prints. */
record FactsDifferences(
        String a, String b, String relation, boolean same, List<Difference> differences, List<String> leftOut) {

    /** One field; {@code unknown} is there where it could not be compared, and says why. */
    record Difference(
            String field,
            String have,
            String want,
            @Nullable String unknown) {}

    static FactsDifferences of(String a, String b, Comparison compared) {
        List<Difference> differences = compared.lines().stream()
                .map(line -> new Difference(
                        line.field(), line.have(), line.want(), line.unknown().isEmpty() ? null : line.unknown()))
                .toList();
        return new FactsDifferences(a, b, compared.relation(), compared.same(), differences, compared.leftOut());
    }
}
