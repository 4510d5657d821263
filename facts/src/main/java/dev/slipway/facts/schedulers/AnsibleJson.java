package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.Json;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Parses Ansible's callbacks that print JSON: {@code ansible.posix.jsonl} with one event per line, and {@code
 * ansible.posix.json} with one document at the end. Both end with the sums of every host.
 */
final class AnsibleJson {
    private AnsibleJson() {}

    /** Reads one object per line; the last holds the counts. Without it the run did not end. */
    static ToolReport<?> events(Output output) {
        return events(output, host -> true, event -> {}).of(output);
    }

    /** Returns the same for the hosts that {@code about} names; {@code each} receives every event. */
    static Findings events(Output output, Predicate<String> about, Consumer<JsonNode> each) {
        Findings found = new Findings("ansible json lines");
        AnsiblePlays plays = new AnsiblePlays(found);
        int events = 0;
        for (Output.Line line : output.written()) {
            try {
                JsonNode event = Json.read(line.text());
                if (event.path("_event").asText().isEmpty()) {
                    found.unparsed(line);
                    continue;
                }
                events++;
                each.accept(event);
                event(found, plays, event, about);
            } catch (JsonProcessingException e) {
                found.unparsed(line);
                error(found, line.text());
            }
        }
        found.facts().put("events", events);
        return end(found, plays);
    }

    private static void event(Findings found, AnsiblePlays plays, JsonNode event, Predicate<String> about) {
        String kind = event.path("_event").asText();
        event.path("hosts").properties().stream()
                .filter(host -> about.test(host.getKey()))
                .forEach(host -> {
                    plays.named(host.getKey());
                    if (kind.equals("v2_runner_on_failed")
                            && !host.getValue().path("ignored").asBoolean()) {
                        plays.failed(host.getKey(), false);
                    }
                    if (kind.endsWith("on_unreachable")) {
                        unreachable(found, host);
                    }
                });
        stats(found, plays, event.path("stats"), about);
    }

    private static void unreachable(Findings found, Map.Entry<String, JsonNode> host) {
        String why = Text.shorten(host.getValue().path("msg").asText(), 200);
        found.facts().withObjectProperty("unreachable").put(host.getKey(), why);
    }

    /** Parses the document of the callback, with what Ansible prints before and after it. */
    static ToolReport<?> document(Output output) {
        Findings found = new Findings("ansible json");
        AnsiblePlays plays = new AnsiblePlays(found);
        String text = output.text();
        int from = text.startsWith("{") ? 0 : text.indexOf("\n{") + 1;
        int to = text.lastIndexOf("\n}") < 0 ? text.lastIndexOf('}') : text.lastIndexOf("\n}") + 1;
        try {
            JsonNode root = Json.read(text.substring(from, to + 1));
            root.path("plays")
                    .forEach(play -> play.path("tasks")
                            .forEach(task -> task.path("hosts").properties().forEach(host -> {
                                plays.named(host.getKey());
                                if (host.getValue().path("unreachable").asBoolean()) {
                                    unreachable(found, host);
                                }
                            })));
            found.facts().put("plays", root.path("plays").size());
            stats(found, plays, root.path("stats"), host -> true);
        } catch (JsonProcessingException | StringIndexOutOfBoundsException e) {
            return found.verdict(ToolVerdict.UNKNOWN, "the JSON is not whole")
                    .cut("the output is incomplete")
                    .of(output);
        }
        int at = 0;
        for (Output.Line line : output.lines()) {
            boolean outside = at + line.text().length() <= from || at > to;
            at += line.text().length() + 1;
            if (outside && !line.blank()) {
                found.unparsed(line);
                error(found, line.text());
            }
        }
        return end(found, plays).of(output);
    }

    private static void error(Findings found, String line) {
        AnsibleParser.error(line.strip()).ifPresent(said -> {
            found.facts().put("error", Text.shorten(said, 300));
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, said);
        });
    }

    private static void stats(Findings found, AnsiblePlays plays, JsonNode stats, Predicate<String> about) {
        stats.properties().stream().filter(host -> about.test(host.getKey())).forEach(host -> {
            found.facts()
                    .withObjectProperty("hosts")
                    .set(host.getKey(), host.getValue().deepCopy());
            plays.sums(host.getKey());
        });
    }

    private static Findings end(Findings found, AnsiblePlays plays) {
        if (!found.facts().has("hosts")) {
            found.verdict(ToolVerdict.UNKNOWN, "no counts at the end").cut("the run did not end");
        }
        plays.close();
        return found;
    }
}
