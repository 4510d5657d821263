package dev.slipway.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.node.NodeRef;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.RawValue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What anybody can send to a workflow, as payloads. */
final class HostileInputs {
    private static final String JSON = "json/plain";

    private HostileInputs() {}

    /** Arguments of one call, and what they are. */
    record Arguments(String name, List<RawValue> values) {
        Object[] array() {
            return values.toArray();
        }
    }

    /** For a signal or an update, which may want one value or two. */
    static List<Arguments> forHandlers() {
        List<Arguments> all = new ArrayList<>();
        all.add(new Arguments("nothing", List.of()));
        for (RawValue value : values()) {
            all.add(new Arguments(shown(value), List.of(value)));
            all.add(new Arguments("three times " + shown(value), List.of(value, value, value)));
        }
        Stream.of(Grant.class, NodeRef.class, CapacityRequest.class)
                .flatMap(type -> Samples.spoilt(type).stream())
                .map(HostileInputs::json)
                .forEach(value -> all.add(new Arguments(shown(value), List.of(value))));
        return all;
    }

    /** In place of any one argument. */
    static List<RawValue> values() {
        return List.of(
                json("null"),
                payload("binary/null", ""),
                json("{}"),
                json("{\"noSuchPart\": 1}"),
                json("{\"name\": {}, \"why\": []}"),
                json("{\"name\": \"x\"}"),
                json("[]"),
                json("[null]"),
                json("-1"),
                json("1e400"),
                json("true"),
                json("\"a text\""),
                json("\"\\u001b[2J\\u0000\""),
                json("\"" + Samples.MEGABYTE + "\""),
                json("{\"" + Samples.MEGABYTE + "\": null}"),
                json("[".repeat(2_000)),
                json(""),
                json("no JSON"),
                payload("binary/plain", "bytes"),
                payload("json/protobuf", "{}"),
                payload("binary/protobuf", "x"),
                payload("no-such-encoding", "x"),
                new RawValue(Payload.newBuilder()
                        .setData(ByteString.copyFromUtf8("{}"))
                        .build()));
    }

    static RawValue json(JsonNode tree) {
        try {
            return json(Samples.JSON.writeValueAsString(tree));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    static String shown(RawValue value) {
        String text = value.getPayload().toString();
        return text.substring(0, Math.min(text.length(), 300));
    }

    private static RawValue json(String text) {
        return payload(JSON, text);
    }

    private static RawValue payload(String encoding, String data) {
        return new RawValue(Payload.newBuilder()
                .putMetadata("encoding", ByteString.copyFromUtf8(encoding))
                .setData(ByteString.copyFromUtf8(data))
                .build());
    }
}
