package dev.slipway.starter.view;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.facts.view.Fact;
import dev.slipway.facts.view.FactSheet;
import dev.slipway.ledger.Json;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.starter.client.Facts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts the facts of a node for the API: every fact with its value or error, unit and source, and under {@code
 * record} the same as the ledger stores it, from which the facts can be read again.
 */
public final class FactsJson {
    private static final ObjectMapper LEDGER = Json.mapper();
    private static final TypeReference<Map<String, Object>> RECORD = new TypeReference<>() {};

    private FactsJson() {}

    /** Returns the facts of a node that was read over the network. */
    public static Facts of(NodeFacts facts) {
        return of(facts, Map.of(), null);
    }

    /** Returns the same with the file behind each section of the probe, and the result for each file. */
    public static Facts of(NodeFacts facts, Map<String, String> origins, @Nullable Map<String, String> files) {
        FactSheet sheet = FactSheet.of(facts);
        List<Facts.Fact> all =
                sheet.facts().stream().map(fact -> fact(fact, origins)).toList();
        return new Facts(
                facts.node().cluster(),
                facts.node().name(),
                facts.collectedAt().toString(),
                all.size() - sheet.unknown().size(),
                sheet.unknown().size(),
                all,
                LEDGER.convertValue(facts, RECORD),
                files);
    }

    private static Facts.Fact fact(Fact fact, Map<String, String> origins) {
        boolean known = fact.reading().known();
        return new Facts.Fact(
                fact.name(),
                known ? fact.reading().or("") : null,
                known ? null : fact.reading().error(),
                fact.unit().isEmpty() ? null : fact.unit(),
                new Facts.Source(
                        fact.source().section(),
                        fact.source().tool(),
                        origins.get(fact.source().section())));
    }

    /** Returns the facts in the output of {@link #of}; empty if it holds none, or those of another version. */
    public static Optional<NodeFacts> read(Facts facts) {
        try {
            return facts.record().isEmpty()
                    ? Optional.empty()
                    : Optional.of(LEDGER.convertValue(facts.record(), NodeFacts.class));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
