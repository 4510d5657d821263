package dev.slipway.starter.sheet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.sheet.Comparison;
import dev.slipway.facts.sheet.Fact;
import dev.slipway.facts.sheet.FactSheet;
import dev.slipway.ledger.Json;
import dev.slipway.model.NodeFacts;
import java.util.Map;
import java.util.Optional;

/**
 * The facts of a node as one JSON value: every fact with its value or error, unit and source under {@code facts}, and under
 * {@code record} the same as the ledger keeps it, from which the facts can be read again.
 */
public final class FactsJson {
    private static final ObjectMapper MAPPER = Json.mapper();

    private FactsJson() {}

    /** The facts as JSON. */
    public static ObjectNode of(NodeFacts facts) {
        return of(facts, Map.of());
    }

    /** The same with the file behind each section of the probe, where they come out of files. */
    public static ObjectNode of(NodeFacts facts, Map<String, String> origins) {
        FactSheet sheet = FactSheet.of(facts);
        ObjectNode json = MAPPER.createObjectNode()
                .put("cluster", facts.node().cluster())
                .put("node", facts.node().name())
                .put("collectedAt", facts.collectedAt().toString())
                .put("known", sheet.facts().size() - sheet.unknown().size())
                .put("unknown", sheet.unknown().size());
        json.putArray("facts");
        sheet.facts().forEach(fact -> json.withArray("facts").add(fact(fact, origins)));
        json.set("record", MAPPER.valueToTree(facts));
        return json;
    }

    private static ObjectNode fact(Fact fact, Map<String, String> origins) {
        ObjectNode json = MAPPER.createObjectNode().put("name", fact.name());
        if (fact.reading().known()) {
            json.put("value", fact.reading().or(""));
        } else {
            json.put("error", fact.reading().error());
        }
        if (!fact.unit().isEmpty()) {
            json.put("unit", fact.unit());
        }
        ObjectNode source = json.putObject("source")
                .put("section", fact.source().section())
                .put("tool", fact.source().tool());
        Optional.ofNullable(origins.get(fact.source().section())).ifPresent(file -> source.put("file", file));
        return json;
    }

    /** The facts in a value that {@link #of} made; empty where it is no such value. */
    public static Optional<NodeFacts> read(JsonNode json) {
        if (!json.path("record").isObject()) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.treeToValue(json.path("record"), NodeFacts.class));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** What differs, as JSON: {@code unknown} stands in a line where the field could not be compared, and why. */
    public static ObjectNode of(Comparison compared) {
        ObjectNode json =
                MAPPER.createObjectNode().put("relation", compared.relation()).put("same", compared.same());
        json.putArray("differences");
        for (Comparison.Line line : compared.lines()) {
            ObjectNode difference = json.withArray("differences")
                    .addObject()
                    .put("field", line.field())
                    .put("have", line.have())
                    .put("want", line.want());
            if (!line.unknown().isEmpty()) {
                difference.put("unknown", line.unknown());
            }
        }
        json.set("leftOut", MAPPER.valueToTree(compared.leftOut()));
        return json;
    }
}
