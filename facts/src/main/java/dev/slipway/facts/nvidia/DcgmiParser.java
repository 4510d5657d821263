package dev.slipway.facts.nvidia;

import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Parser;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Any output of {@code dcgmi} and {@code nv-hostengine}, of DCGM 1 to 4. */
public final class DcgmiParser implements Parser {
    private static final Pattern ERROR = Pattern.compile("^\\s*Error: (.*)$");
    private static final Pattern RETURN = Pattern.compile("Return: (?:\\((-?[0-9]{1,4})\\) ?:? ?)?(.*?)\\.?$");
    private static final Pattern ENTITIES = Pattern.compile("for entities ([0-9]{1,6}(?:,[0-9]{1,6})*)");
    private static final Pattern PLUGINS = Pattern.compile("plugin dir '([^']{1,200})'");
    private static final Pattern DISCOVERED = Pattern.compile("(?m)^[0-9]+ GPUs? found");
    private static final Pattern LINKS = Pattern.compile("(?m)^\\s*gpuId [0-9]+:\\s*$");
    private static final Pattern VERSION = Pattern.compile("(?mi)^(?:dcgmi\\s+)?version\\s*: ?[0-9]");
    private static final Pattern LOG =
            Pattern.compile("(?m)^(?:[0-9-]+[ T][0-9:.]+ )?(?:ERROR|WARN|INFO|DEBUG|FATAL|VERB) +\\[[0-9]+:[0-9]+]");
    private static final Pattern THERMAL =
            Pattern.compile("Detected a (WARNING|FAILURE|ERROR) in health system ([A-Za-z ]+): '?(.*?)'?$");
    private static final Pattern ON_GPU = Pattern.compile("\\bin GPU ([0-9]{1,4})\\b");
    private static final Pattern TABLE = Pattern.compile(
            "(?m)^\\| Diagnostic +\\| Result|^[|+]-----  (?:Metadata|Deployment|Hardware|Integration|Stress)  -+\\+-+[|+]");

    @Override
    public Parsed parse(Output output) {
        String text = output.text();
        boolean json = text.contains("{") && text.contains("\"");
        if (TABLE.matcher(text).find()
                || (json && (text.contains("DCGM Diagnostic\"") || text.contains("DCGM GPU Diagnostic\"")))) {
            return DiagParser.parse(output);
        } else if (json && text.contains("\"body\"")) {
            return DcgmiTrees.parse(output);
        } else if (DISCOVERED.matcher(text).find()) {
            return DcgmiLists.discovery(output);
        } else if (text.contains("NVLINK Error Counts")) {
            return DcgmiLists.errors(output);
        } else if (LINKS.matcher(text).find()) {
            return DcgmiLists.links(output);
        } else if (text.contains("List Modules")) {
            return DcgmiTables.modules(output);
        } else if (text.contains("#Entity")) {
            return DcgmiLists.dmon(output);
        } else if (VERSION.matcher(text).find()) {
            return DcgmiLists.version(output);
        } else if (LOG.matcher(text).find()) {
            return log(output);
        }
        return text.contains("Error: ") ? error(output) : health(output);
    }

    /** {@code Error: WHAT. Return: WHY}: the tool did not do its work, which is no verdict on the node. */
    private static Parsed error(Output output) {
        Findings found = new Findings("error");
        for (Output.Line line : output.written()) {
            Matcher error = ERROR.matcher(line.text());
            if (!error.find()) {
                found.unparsed(line);
                continue;
            }
            String words = error.group(1);
            found.facts().withArray("errors").add(Text.shorten(words, 300));
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, words);
            Matcher why = RETURN.matcher(words);
            if (why.find()) {
                found.facts().put("return", why.group(2));
                if (why.group(1) != null) {
                    found.facts().put("returnCode", Integer.parseInt(why.group(1)));
                }
            }
            Text.first(ENTITIES, words).ifPresent(e -> {
                for (String id : e.split(",")) {
                    found.facts().withArray("entities").add(Integer.parseInt(id));
                }
            });
            Text.first(PLUGINS, words).ifPresent(p -> {
                found.facts().put("pluginDirectory", p);
                Text.first(Pattern.compile("plugins/(cuda[0-9]+)"), p)
                        .ifPresent(c -> found.facts().put("missingPackage", "datacenter-gpu-manager-4-" + c));
            });
        }
        return found.of(output);
    }

    private static Parsed health(Output output) {
        Findings found = new Findings("dcgmi health");
        String text = output.text();
        if (text.contains("Health watches not enabled")) {
            found.facts().put("watches", false);
            return found.verdict(ToolVerdict.UNKNOWN, "health watches are not enabled: nothing is watched")
                    .of(output);
        } else if (text.contains("Health monitor systems set successfully")) {
            found.facts().put("watches", true);
            return found.of(output);
        } else if (text.contains("Overall Health")) {
            return DcgmiTables.health(output);
        }
        Findings unknown = new Findings(text.isBlank() ? "empty" : "unknown");
        output.written().forEach(unknown::unparsed);
        return unknown.verdict(ToolVerdict.UNKNOWN, "not an output of dcgmi that is known")
                .of(output);
    }

    /** The log's level is the engine's; what it says of a health system is the verdict. */
    private static Parsed log(Output output) {
        Findings found = new Findings("nv-hostengine log");
        for (Output.Line line : output.written()) {
            Matcher health = THERMAL.matcher(line.text());
            if (health.find()) {
                var event = found.facts().withArray("health").addObject();
                event.put("severity", health.group(1)).put("system", health.group(2));
                event.put("text", Text.shorten(health.group(3), 300));
                Text.first(ON_GPU, line.text()).ifPresent(g -> event.put("gpu", Integer.parseInt(g)));
                found.verdict(
                        health.group(1).equals("WARNING") ? ToolVerdict.WARN : ToolVerdict.FAIL,
                        health.group(2) + ": " + health.group(3));
            } else if (!LOG.matcher(line.text()).find()) {
                found.unparsed(line);
            }
        }
        found.facts().put("lines", output.written().size());
        return found.of(output);
    }
}
