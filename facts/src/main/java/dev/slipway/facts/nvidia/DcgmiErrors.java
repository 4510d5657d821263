package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code Error: WHAT. Return: WHY}: the tool did not do its work, which is no verdict on the node. */
final class DcgmiErrors {
    private static final Pattern ERROR = Pattern.compile("^\\s*(?:Error|ERROR|PARSE ERROR): (.*)$");
    private static final Pattern RETURN = Pattern.compile("Return: (?:\\((-?[0-9]{1,4})\\) ?:? ?)?(.*?)\\.?$");
    private static final Pattern ENTITIES = Pattern.compile("for entities ([0-9]{1,6}(?:,[0-9]{1,6})*)");
    private static final Pattern PLUGINS = Pattern.compile("plugin dir '([^']{1,200})'");
    private static final Pattern PACKAGE = Pattern.compile("plugins/(cuda[0-9]+)");

    /**
     * Matches a wrong number: the tool counts the GPUs itself before it runs a test, and fewer than requested is a
     * verdict on the node.
     */
    private static final Pattern WRONG_NUMBER =
            Pattern.compile("(?i)number of (gpus|entities)[^\\n]{0,80}(not|n't) match|expected number of entities");

    private DcgmiErrors() {}

    /** Returns the verdict of an error of the tool: none, except if it found too few GPUs. */
    static ToolVerdict verdict(String words) {
        return WRONG_NUMBER.matcher(words).find() ? ToolVerdict.FAIL : ToolVerdict.INFRASTRUCTURE_ERROR;
    }

    static void weigh(List<Output.Line> lines, Findings found) {
        for (Output.Line line : lines) {
            Matcher error = ERROR.matcher(line.text());
            weigh(error.matches() ? error.group(1) : line.text(), found);
        }
    }

    private static void weigh(String words, Findings found) {
        ObjectNode facts = found.facts();
        facts.withArray("errors").add(Text.shorten(words, 300));
        found.verdict(verdict(words), words);
        Matcher why = RETURN.matcher(words);
        if (why.find()) {
            facts.put("return", why.group(2));
            if (why.group(1) != null) {
                facts.put("returnCode", Integer.parseInt(why.group(1)));
            }
        }
        Text.first(ENTITIES, words).ifPresent(entities -> {
            for (String id : entities.split(",")) {
                facts.withArray("entities").add(Integer.parseInt(id));
            }
        });
        Text.first(PLUGINS, words).ifPresent(folder -> {
            facts.put("pluginDirectory", folder);
            Text.first(PACKAGE, folder)
                    .ifPresent(cuda -> facts.put("missingPackage", "datacenter-gpu-manager-4-" + cuda));
        });
    }
}
