package dev.slipway.facts.tool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reports the content of a tool's output. {@code value} is what programs take from it: unknown if the output is cut,
 * the tool reports an error of its own, or the value is uncertain; the exit status beside a verdict FAIL is the
 * caller's to weigh. {@code facts} is the same for people, with a key for all that was read: {@code null} is "the tool
 * reports that it does not apply", an absent key is "the output does not contain it". {@code verdict} is present if the
 * output carries one.
 */
public record ToolReport<T>(
        String format,
        Reading<T> value,
        ObjectNode facts,
        Optional<ToolVerdict> verdict,
        List<String> reasons,
        List<Unparsed> unparsed,
        boolean truncated) {

    /** Returns the value, unknown as soon as one line was not understood. */
    public Reading<T> whole() {
        return value.known() && !unparsed.isEmpty()
                ? Reading.unknown(
                        "not understood: " + Text.shorten(unparsed.getFirst().text(), 120))
                : value;
    }

    /** Returns the same beside a message that something did not run: no value, and no verdict but FAIL. */
    ToolReport<T> interrupted(String reason) {
        List<String> all = new ArrayList<>(reasons);
        all.add(Text.shorten(reason, 400));
        return new ToolReport<>(
                format,
                value.known() ? Reading.unknown(reason) : value,
                facts,
                Optional.of(verdict.filter(v -> v == ToolVerdict.FAIL).orElse(ToolVerdict.INFRASTRUCTURE_ERROR)),
                List.copyOf(all),
                unparsed,
                truncated);
    }

    /** Returns the whole as JSON, as the command line prints it. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("format", format);
        json.set("facts", facts);
        verdict.ifPresent(v -> json.put("verdict", v.name()));
        if (!reasons.isEmpty()) {
            ArrayNode why = json.putArray("reason");
            reasons.forEach(why::add);
        }
        ArrayNode lines = json.putArray("unparsed");
        unparsed.forEach(u -> lines.addObject().put("line", u.line()).put("text", u.text()));
        json.put("truncated", truncated);
        return json;
    }
}
