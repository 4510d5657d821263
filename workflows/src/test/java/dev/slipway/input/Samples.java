package dev.slipway.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.rollout.WavePlan;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole value of any type that a workflow takes, and the same with one part spoilt. */
final class Samples {
    static final ObjectMapper JSON = JacksonJsonPayloadConverter.newDefaultObjectMapper();
    static final String MEGABYTE = "x".repeat(1 << 20);

    private static final Map<Class<?>, Object> PLAIN = Map.of(
            String.class,
            "ImageDrift",
            int.class,
            1,
            long.class,
            1L,
            boolean.class,
            true,
            Boolean.class,
            true,
            Duration.class,
            Duration.ofMinutes(1),
            Instant.class,
            Instant.EPOCH,
            // A wave with nodes to start is open; without it would be over at once.
            WavePlan.Bounds.class,
            new WavePlan.Bounds(0, 1, 1));

    private Samples() {}

    static Object of(Class<?> type) {
        if (PLAIN.containsKey(type)) {
            return PLAIN.get(type);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type.isRecord()) {
            return record(type);
        }
        return type == Optional.class ? Optional.empty() : type == Map.class ? Map.of() : List.of();
    }

    private static Object record(Class<?> type) {
        Class<?>[] parts = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(parts)
                    .newInstance(Arrays.stream(parts).map(Samples::of).toArray());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no sample of " + type, e);
        }
    }

    /** The JSON of a whole value, once for each part and each way in which that part can be wrong. */
    static List<JsonNode> spoilt(Class<?> type) {
        List<JsonNode> all = new ArrayList<>();
        if (type.isRecord()) {
            for (RecordComponent part : type.getRecordComponents()) {
                for (JsonNode wrong : wrong(part.getType())) {
                    ObjectNode tree = JSON.valueToTree(of(type));
                    tree.set(part.getName(), wrong);
                    all.add(tree);
                }
            }
        }
        return all;
    }

    private static List<JsonNode> wrong(Class<?> type) {
        List<Object> values = new ArrayList<>(List.of("NO_SUCH_WORD", -1, List.of(List.of()), "x".repeat(2_000)));
        if (type == Duration.class) {
            values.addAll(List.of("PT-1M", "PT2562047788015H"));
        }
        List<JsonNode> wrong =
                new ArrayList<>(values.stream().map(Samples::tree).toList());
        wrong.add(JSON.nullNode());
        wrong.addAll(spoilt(type));
        return wrong;
    }

    private static JsonNode tree(Object value) {
        return JSON.valueToTree(value);
    }
}
