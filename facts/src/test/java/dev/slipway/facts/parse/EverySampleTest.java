package dev.slipway.facts.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.facts.parse.Expectations.Block;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every captured sample of every tool, read as its parser must read it. */
class EverySampleTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern LINE = Pattern.compile("(/\\S*) (=|has|size|absent) ?(.*)");

    static Stream<Arguments> blocks() {
        return ToolParsers.names().stream()
                .flatMap(tool -> Expectations.of(tool).blocks().entrySet().stream()
                        .map(block -> Arguments.of(tool, block.getKey(), block.getValue())));
    }

    @ParameterizedTest(name = "{0}/{1}")
    @MethodSource("blocks")
    void readsWhatTheSampleSays(String tool, String name, Block block) {
        byte[] bytes = Expectations.bytes(tool, name.split(" ", 2)[0]);
        JsonNode json = ToolParsers.parse(tool, bytes, block.exit()).json();

        assertThat(block.lines()).as("something is asserted").isNotEmpty();
        for (String line : block.lines()) {
            Matcher parts = LINE.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            check(json.at(parts.group(1).equals("/") ? "" : parts.group(1)), parts, line + "\nin " + json);
        }
    }

    private static void check(JsonNode found, Matcher parts, String what) {
        String wanted = parts.group(3);
        switch (parts.group(2)) {
            case "=" ->
                assertThat(json(found.isMissingNode() ? "\"absent\"" : found.toString()))
                        .as(what)
                        .isEqualTo(json(wanted));
            case "has" ->
                assertThat(found.isValueNode() ? found.asText() : found.toString())
                        .as(what)
                        .contains(wanted);
            case "size" -> assertThat(found.size()).as(what).isEqualTo(Integer.parseInt(wanted));
            default -> assertThat(found.isMissingNode()).as(what).isTrue();
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return fail("not JSON: " + text, e);
        }
    }

    @ParameterizedTest
    @MethodSource("tools")
    void leavesNoSampleUnasserted(String tool) {
        TreeSet<String> asserted = new TreeSet<>();
        Expectations.of(tool).blocks().keySet().forEach(name -> asserted.add(name.split(" ", 2)[0]));

        assertThat(asserted).containsExactlyElementsOf(Expectations.samples(tool));
    }

    static Stream<String> tools() {
        return ToolParsers.names().stream();
    }

    @Test
    void hasAParserForEveryFolderOfSamples() {
        assertThat(ToolParsers.names()).hasSize(22);
    }
}
