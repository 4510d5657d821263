package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code ansible} and {@code ansible-playbook}: the human output of every release, ad-hoc results whole or on
 * one line, and the two callbacks that print JSON. A play shows its end by a recap with every host that it named.
 */
public final class AnsibleParser implements Parser {
    private static final Pattern ERROR = Pattern.compile("^(?:\\[?ERROR\\]?[:!]) ?(.*)");

    /** Matches the line of every failed task since ansible-core 2.19, ignored or not; its result is beside it. */
    private static final Pattern TASK_ERROR = Pattern.compile("^\\[ERROR]: Task failed: .*");

    private static final Pattern RECAP = Pattern.compile("(\\S+)\\s+: (ok=[0-9]+ .*)");
    private static final Pattern COUNT = Pattern.compile("([a-z]+)=([0-9]{1,9})");
    private static final Pattern RESULT = Pattern.compile(
            "(ok|changed|failed|fatal|skipping|unreachable|ignored|rescued|included): \\[([^\\]\\s]+)(?: -> "
                    + "[^\\]]*)?](.*)");
    private static final Pattern ADHOC = Pattern.compile(
            "(\\S+) \\| (?i:(SUCCESS|CHANGED|FAILED!?|UNREACHABLE!))(?: \\| rc=([0-9]{1,9}))?(?: (?:=>|>>).*"
                    + "| \\| \\(std(?:out|err)\\).*)");
    private static final Pattern TITLE =
            Pattern.compile("(PLAY|TASK|RUNNING HANDLER|HANDLER)(?: \\[(.*)])?(?: RECAP)? \\**|PLAY RECAP \\**");
    private static final Pattern MESSAGE = Pattern.compile("\"msg\": \"([^\"]{1,300})");
    private static final Pattern NOISE =
            Pattern.compile("[{}\\[\\]],?|\"[\\w.]+\": .*|FAILED - RETRYING: .*|\\[(?:WARNING|DEPRECATION WARNING)]: .*"
                    + "|Using .* as config file|included: .* for .*|\\[started .*|\\[finished .*");
    private static final String NO_MODULE = "was not found in configured module paths";

    @Override
    public ToolReport<?> parse(Output output) {
        if (output.text().contains("\"_event\"")) {
            return AnsibleJson.events(output);
        } else if (output.text().contains("\"plays\":") && !output.text().contains("PLAY RECAP")) {
            return AnsibleJson.document(output);
        }
        Findings found = new Findings("ansible");
        AnsiblePlays plays = new AnsiblePlays(found);
        for (Output.Line line : output.written()) {
            line(found, plays, line);
        }
        adhoc(found);
        if (found.facts().isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "neither a result nor a recap");
        }
        plays.close();
        return found.of(output);
    }

    /** Returns Ansible's message in this line about a run that did not begin or broke off. */
    static Optional<String> error(String line) {
        return TASK_ERROR.matcher(line).matches() ? Optional.empty() : Text.first(ERROR, line);
    }

    /** Returns Ansible's own last error in its output, as it is printed. */
    public static Optional<String> lastError(String output) {
        return output.lines()
                .map(String::strip)
                .filter(line -> ERROR.matcher(line).find())
                .reduce((a, b) -> b);
    }

    private static void line(Findings found, AnsiblePlays plays, Output.Line line) {
        ObjectNode facts = found.facts();
        String text = line.text().strip();
        Matcher recap = RECAP.matcher(text);
        Matcher result = RESULT.matcher(text);
        Matcher adhoc = ADHOC.matcher(text);
        Optional<String> error = error(text);
        if (error.isPresent()) {
            facts.put("error", Text.shorten(error.get(), 300)).put("ran", false);
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, error.get());
        } else if (result.matches()) {
            result(found, plays, result);
        } else if (text.equals("...ignoring")) {
            plays.ignored();
        } else if (text.equals("skipping: no hosts matched")) {
            found.verdict(ToolVerdict.UNKNOWN, "no hosts matched: nothing ran");
        } else if (recap.matches()) {
            recap(found, plays, recap);
        } else if (adhoc.matches()) {
            ObjectNode node = facts.withArray("results").addObject();
            node.put("host", adhoc.group(1))
                    .put(
                            "result",
                            adhoc.group(2).toUpperCase(java.util.Locale.ROOT).replace("!", ""));
            Optional.ofNullable(adhoc.group(3)).ifPresent(rc -> node.put("rc", Integer.parseInt(rc)));
            message(found, text);
        } else if (TITLE.matcher(text).matches()) {
            title(found, plays, text);
        } else if (MESSAGE.matcher(text).find() && facts.has("results")) {
            message(found, text);
        } else if (!TASK_ERROR.matcher(text).matches() && !NOISE.matcher(text).matches()) {
            found.unparsed(line);
        }
    }

    private static void title(Findings found, AnsiblePlays plays, String text) {
        boolean task = text.startsWith("TASK");
        found.facts().put("tasks", found.facts().path("tasks").asInt(0) + (task ? 1 : 0));
        if (!text.startsWith("PLAY RECAP")) {
            plays.begin();
        }
    }

    private static void result(Findings found, AnsiblePlays plays, Matcher result) {
        String word = result.group(1);
        String host = result.group(2);
        if (word.equals("failed") && result.group(3).contains("(item=")) {
            ObjectNode items = found.facts().withObjectProperty("itemFailures");
            items.put(host, items.path(host).asInt(0) + 1);
        }
        if (word.equals("failed") || word.equals("fatal") || word.equals("unreachable")) {
            plays.failed(host, result.group(3).contains("UNREACHABLE!") || word.equals("unreachable"));
        } else {
            plays.named(host);
        }
    }

    private static void recap(Findings found, AnsiblePlays plays, Matcher recap) {
        ObjectNode sums = found.facts().withObjectProperty("hosts").withObjectProperty(recap.group(1));
        Matcher count = COUNT.matcher(recap.group(2));
        while (count.find()) {
            sums.put(count.group(1), Integer.parseInt(count.group(2)));
        }
        plays.sums(recap.group(1));
    }

    /** Parses results of {@code ansible -m}, each with its message. They have no end. */
    private static void adhoc(Findings found) {
        for (JsonNode result : found.facts().path("results")) {
            String host = result.path("host").asText();
            boolean ran = !result.path("message").asText().contains(NO_MODULE);
            switch (result.path("result").asText()) {
                case "SUCCESS", "CHANGED" ->
                    found.verdict(
                            result.path("rc").asInt(0) == 0 ? ToolVerdict.PASS : ToolVerdict.FAIL,
                            result.path("rc").asInt(0) == 0
                                    ? ""
                                    : host + " answered with exit status " + result.path("rc"));
                case "UNREACHABLE" -> found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, host + " was not reached");
                default -> {
                    if (!ran) {
                        found.facts().put("ran", false);
                    }
                    found.verdict(
                            ran ? ToolVerdict.FAIL : ToolVerdict.INFRASTRUCTURE_ERROR,
                            host + " failed"
                                    + (ran ? "" : ": " + result.path("message").asText()));
                }
            }
        }
    }

    private static void message(Findings found, String text) {
        Text.first(MESSAGE, text).ifPresent(message -> {
            found.facts().put("message", message);
            JsonNode results = found.facts().path("results");
            if (results.path(results.size() - 1) instanceof ObjectNode result) {
                result.put("message", message);
            }
        });
    }
}
