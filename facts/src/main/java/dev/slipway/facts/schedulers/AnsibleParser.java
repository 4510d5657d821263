package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Json;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Parser;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ansible} and {@code ansible-playbook}: the human output of every release, and the JSON-lines callback. */
public final class AnsibleParser implements Parser {
    private static final Pattern ERROR = Pattern.compile("^(?:\\[?ERROR\\]?[:!]) ?(.*)");
    private static final Pattern RECAP = Pattern.compile("(\\S+)\\s+: (ok=[0-9]+ .*)");
    private static final Pattern COUNT = Pattern.compile("([a-z]+)=([0-9]{1,9})");
    private static final Pattern RESULT = Pattern.compile(
            "(ok|changed|failed|fatal|skipping|unreachable|ignored|rescued): \\[([^\\]\\s]+)(?: -> [^\\]]*)?](.*)");
    private static final Pattern ADHOC =
            Pattern.compile("(\\S+) \\| (SUCCESS|CHANGED|FAILED!?|UNREACHABLE!)(?: \\| rc=([0-9]{1,9}))? (?:=>|>>).*");
    private static final Pattern TITLE =
            Pattern.compile("(PLAY|TASK|RUNNING HANDLER|HANDLER)(?: \\[(.*)])?(?: RECAP)? \\**|PLAY RECAP \\**");
    private static final Pattern MESSAGE = Pattern.compile("\"msg\": \"([^\"]{1,300})");

    @Override
    public Parsed parse(Output output) {
        if (output.text().contains("\"_event\"")) {
            return events(output);
        }
        Findings found = new Findings("ansible");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher recap = RECAP.matcher(text);
            Matcher result = RESULT.matcher(text);
            Matcher adhoc = ADHOC.matcher(text);
            Optional<String> error = Text.first(ERROR, text);
            if (error.isPresent()) {
                facts.put("error", Text.shorten(error.get(), 300)).put("ran", false);
                found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, error.get());
            } else if (result.matches()) {
                result(found, result);
            } else if (recap.matches()) {
                recap(found, recap.group(1), recap.group(2));
            } else if (adhoc.matches()) {
                adhoc(found, adhoc, output.text());
            } else if (TITLE.matcher(text).matches()) {
                facts.put("tasks", facts.path("tasks").asInt(0) + (text.startsWith("TASK") ? 1 : 0));
            } else if (MESSAGE.matcher(text).find() && facts.has("results")) {
                Text.first(MESSAGE, text).ifPresent(m -> message(found, m));
            } else if (!text.matches("[{}\\[\\]],?|\"[\\w.]+\": .*|\\.\\.\\.ignoring")) {
                found.unparsed(line);
            }
        }
        if (!facts.has("hosts") && !facts.has("error") && !facts.has("results")) {
            found.verdict(ToolVerdict.UNKNOWN, "neither a result nor a recap");
        } else if (!facts.has("hosts") && facts.has("itemFailures")) {
            found.cut("the recap is missing");
        }
        return found.of(output);
    }

    private static void result(Findings found, Matcher result) {
        String word = result.group(1);
        if (word.equals("failed") && result.group(3).contains("(item=")) {
            ObjectNode items = found.facts().withObjectProperty("itemFailures");
            items.put(result.group(2), items.path(result.group(2)).asInt(0) + 1);
        }
        if (word.equals("failed") || word.equals("fatal") || word.equals("unreachable")) {
            boolean away = result.group(3).contains("UNREACHABLE!") || word.equals("unreachable");
            found.verdict(
                    away ? ToolVerdict.INFRASTRUCTURE_ERROR : ToolVerdict.FAIL,
                    result.group(2) + (away ? " was not reached" : " failed"));
        }
    }

    private static void recap(Findings found, String host, String counts) {
        ObjectNode node = found.facts().withObjectProperty("hosts").withObjectProperty(host);
        Matcher count = COUNT.matcher(counts);
        while (count.find()) {
            node.put(count.group(1), Integer.parseInt(count.group(2)));
        }
        weigh(
                found,
                host,
                node.path("failed").asInt(0),
                node.path("unreachable").asInt(0));
    }

    private static void weigh(Findings found, String host, int failed, int unreachable) {
        if (failed > 0) {
            found.verdict(ToolVerdict.FAIL, host + ": " + failed + " failed");
        }
        if (unreachable > 0) {
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, host + " was not reached");
        }
        found.verdict(ToolVerdict.PASS, "");
    }

    private static void adhoc(Findings found, Matcher adhoc, String text) {
        ObjectNode node = found.facts().withArray("results").addObject();
        node.put("host", adhoc.group(1)).put("result", adhoc.group(2).replace("!", ""));
        Optional.ofNullable(adhoc.group(3)).ifPresent(rc -> node.put("rc", Integer.parseInt(rc)));
        switch (adhoc.group(2)) {
            case "SUCCESS", "CHANGED" -> found.verdict(ToolVerdict.PASS, "");
            case "UNREACHABLE!" -> found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, adhoc.group(1) + " was not reached");
            default -> {
                boolean ran = !text.contains("was not found in configured module paths");
                found.verdict(ran ? ToolVerdict.FAIL : ToolVerdict.INFRASTRUCTURE_ERROR, adhoc.group(1) + " failed");
            }
        }
    }

    private static void message(Findings found, String message) {
        found.facts().put("message", message);
        if (message.contains("was not found in configured module paths")) {
            found.facts().put("ran", false);
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, message);
        }
    }

    /** One object a line; the last holds the counts. Without it the run did not end. */
    private static Parsed events(Output output) {
        Findings found = new Findings("ansible json lines");
        ObjectNode facts = found.facts();
        int events = 0;
        for (Output.Line line : output.written()) {
            try {
                JsonNode event = Json.read(line.text());
                events++;
                event.path("stats").properties().forEach(host -> {
                    facts.withObjectProperty("hosts").set(host.getKey(), host.getValue());
                    weigh(
                            found,
                            host.getKey(),
                            host.getValue().path("failures").asInt(0),
                            host.getValue().path("unreachable").asInt(0));
                });
                if (event.path("_event").asText().endsWith("on_unreachable")) {
                    event.path("hosts")
                            .properties()
                            .forEach(h -> facts.withObjectProperty("unreachable")
                                    .put(
                                            h.getKey(),
                                            Text.shorten(
                                                    h.getValue().path("msg").asText(), 200)));
                }
            } catch (JsonProcessingException e) {
                found.unparsed(line);
            }
        }
        facts.put("events", events);
        if (!facts.has("hosts")) {
            found.verdict(ToolVerdict.UNKNOWN, "no counts at the end").cut("the run did not end");
        }
        return found.of(output);
    }
}
