package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Json;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.List;
import java.util.regex.Pattern;

/** Parses a webhook of Alertmanager, version 4: its alerts and the node of each. */
public final class AlertmanagerParser implements Parser {
    private static final List<String> NODE = List.of("node", "Hostname", "nodename", "hostname", "host", "instance");
    private static final String NOT_ENDED = "0001-01-01T00:00:00Z";

    private static final Pattern LIST = Pattern.compile("\\s*\\[\\s*(?:\\{\\s*\"|])");

    @Override
    public ToolReport<?> parse(Output output) {
        String text = output.text();
        if (LIST.matcher(text).lookingAt()) {
            return listed(output);
        }
        Findings found = new Findings("alertmanager webhook");
        int from = text.indexOf('{');
        JsonNode root;
        try {
            root = Json.read(from < 0 ? "" : text.substring(from, Math.max(from, text.lastIndexOf('}')) + 1));
        } catch (JsonProcessingException e) {
            if (text.contains("<string>") && text.contains("\"groupKey\"")) {
                return schema(output);
            }
            return found.verdict(ToolVerdict.UNKNOWN, "not JSON: " + Text.shorten(e.getOriginalMessage(), 120))
                    .cut("the output is incomplete or no webhook")
                    .of(output);
        }
        around(output, found);
        ObjectNode facts = found.facts();
        for (String key : List.of("version", "status", "receiver", "groupKey", "externalURL", "notification_reason")) {
            if (root.has(key)) {
                facts.put(key, root.path(key).asText());
            }
        }
        if (root.path("truncatedAlerts").asInt(0) > 0) {
            facts.put("truncatedAlerts", root.path("truncatedAlerts").asInt());
            found.cut(root.path("truncatedAlerts").asInt() + " alerts were left out");
        }
        facts.putArray("alerts");
        root.path("alerts").forEach(alert -> alert(facts.withArray("alerts").addObject(), alert));
        if (!root.path("alerts").isArray()) {
            found.verdict(ToolVerdict.UNKNOWN, "no alerts");
        }
        return found.of(output);
    }

    /** Parses the output of {@code /api/v2/alerts} and {@code amtool -o json}: alerts with their state. */
    private static ToolReport<?> listed(Output output) {
        Findings found = new Findings("alertmanager alerts");
        found.facts().putArray("alerts");
        try {
            Json.read(output.text().strip())
                    .forEach(alert -> alert(found.facts().withArray("alerts").addObject(), alert));
        } catch (JsonProcessingException e) {
            found.verdict(ToolVerdict.UNKNOWN, "not JSON: " + Text.shorten(e.getOriginalMessage(), 120))
                    .cut("the output is incomplete");
        }
        return found.of(output);
    }

    /** Notes lines before and after the document. */
    private static void around(Output output, Findings found) {
        List<Output.Line> lines = output.written();
        int first = 0;
        int last = lines.size() - 1;
        while (first <= last && !lines.get(first).text().contains("{")) {
            found.unparsed(lines.get(first++));
        }
        while (last > first && !lines.get(last).text().contains("}")) {
            found.unparsed(lines.get(last--));
        }
    }

    private static void alert(ObjectNode node, JsonNode alert) {
        JsonNode status = alert.path("status");
        node.put("status", status.isObject() ? status.path("state").asText() : status.asText());
        if (!status.path("silencedBy").isEmpty()) {
            node.put("silenced", true);
        }
        node.put("name", alert.path("labels").path("alertname").asText());
        node.set("labels", alert.path("labels").deepCopy());
        node.put("startsAt", alert.path("startsAt").asText());
        String ends = alert.path("endsAt").asText(NOT_ENDED);
        if (ends.startsWith("0001-01-01")) {
            node.putNull("endsAt");
        } else {
            node.put("endsAt", ends);
        }
        node.put("fingerprint", alert.path("fingerprint").asText());
        for (String label : NODE) {
            String value = alert.path("labels").path(label).asText("");
            if (!value.isEmpty()) {
                node.put("node", value.replaceFirst(":[0-9]{1,5}$", "")).put("nodeLabel", label);
                break;
            }
        }
    }

    /** Recognises the documentation's schema, which is no webhook. */
    private static ToolReport<?> schema(Output output) {
        Findings found = new Findings("alertmanager schema");
        around(output, found);
        output.text()
                .lines()
                .map(l -> Text.first(Pattern.compile("^ {2}\"(\\w+)\":"), l))
                .forEach(k -> k.ifPresent(found.facts().withArray("keys")::add));
        return found.verdict(ToolVerdict.UNKNOWN, "a description of the webhook, no webhook")
                .of(output);
    }
}
