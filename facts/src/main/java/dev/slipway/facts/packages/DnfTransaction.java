package dev.slipway.facts.packages;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code dnf} and {@code yum} print of a transaction: the table of the plan, what was done, and why not. */
final class DnfTransaction {
    private static final String ARCH = "(x86_64|aarch64|noarch|i686)";
    private static final Pattern MARK = Pattern.compile(
            "(?m)^(?:Transaction Summary|Dependencies resolved\\.|Running transaction|Error: |Failed to resolve the transaction:|Problem(?: [0-9]+)?: |Complete!|(?:Downgraded|Upgraded|Installed|Removed|Reinstalled):$)");
    private static final Pattern PROBLEM = Pattern.compile("^ {0,2}Problem(?: [0-9]+)?: ");
    private static final Pattern HEAD = Pattern.compile(
            "(Installing|Upgrading|Downgrading|Removing|Reinstalling|Installed|Upgraded|Downgraded|Removed|Reinstalled|Failed|Skipped)"
                    + "(?: dependencies| weak dependencies| dependent packages| unused dependencies| group/module packages)?:");
    private static final Pattern PLANNED =
            Pattern.compile(" +([A-Za-z0-9][\\w+.-]*) +" + ARCH + " +((?:[0-9]+:)?\\S+-\\S+) +(\\S+) +.*");
    private static final Pattern DONE =
            Pattern.compile("([A-Za-z0-9][\\w+.-]*?)-((?:[0-9]+:)?[0-9][\\w.+~^]*-[\\w.+~^]+?)\\." + ARCH);
    private static final Pattern NOISE = Pattern.compile(
            "Last metadata.*|Updating and loading repositories:.*|Repositories loaded\\.|Failed to resolve the transaction:|Dependencies resolved.*|=+| Package .*|Transaction .*|(?:Install|Upgrade|Downgrade|Remove|Reinstall|Skip) .*[0-9]+ Packages?|"
                    + "Total .*|Installed size.*|Freed space.*|Is this ok.*|Downloading .*|Running .*|Preparing.*|.* [0-9]+/[0-9]+ *|Complete!|Nothing to do\\.|"
                    + "Operation aborted\\.|Updating Subscription.*|.* [0-9.]+ [kM]B/s .*|\\(try to add .*|Verifying .*");

    private final Findings found = new Findings("dnf transaction");
    private final Map<String, ObjectNode> packages = new TreeMap<>();
    private Optional<String> section = Optional.empty();

    private DnfTransaction() {
        found.facts().putArray("packages");
        found.facts().putArray("errors");
    }

    static boolean recognises(String text) {
        return MARK.matcher(text).find();
    }

    static Parsed parse(Output output) {
        DnfTransaction read = new DnfTransaction();
        for (Output.Line line : output.written()) {
            read.line(line);
        }
        read.found.facts().put("complete", output.text().contains("Complete!"));
        return read.found.of(output);
    }

    private void line(Output.Line line) {
        String text = line.text();
        Matcher head = HEAD.matcher(text.strip());
        if (head.matches()) {
            section = Optional.of(past(head.group(1)));
        } else if (text.startsWith("Error:") || PROBLEM.matcher(text).find()) {
            failure(text.strip().replaceFirst("^Error: ?|^Problem(?: [0-9]+)?: ?", ""));
        } else if (text.matches("  ?- .*")) {
            failure(text.strip().substring(2));
        } else if (!listed(text) && !NOISE.matcher(text).matches()) {
            found.unparsed(line);
        }
    }

    /** {@code Downgrading} of the plan is {@code downgraded} in the end. */
    private static String past(String word) {
        String low = word.toLowerCase(Locale.ROOT);
        return low.replaceFirst("ing$", "ed");
    }

    private boolean listed(String text) {
        if (section.isEmpty() || !text.startsWith(" ")) {
            return false;
        }
        Matcher planned = PLANNED.matcher(text);
        if (planned.matches()) {
            entry(planned.group(1)).put("to", planned.group(3)).put("repository", planned.group(4));
            return true;
        }
        boolean any = false;
        for (String word : text.strip().split("\\s+")) {
            Matcher done = DONE.matcher(word);
            if (done.matches()) {
                entry(done.group(1)).put("to", done.group(2)).put("done", true);
                any = true;
            }
        }
        return any;
    }

    private ObjectNode entry(String name) {
        String action = section.orElse("listed");
        ObjectNode entry = packages.computeIfAbsent(
                name, n -> found.facts().withArray("packages").addObject().put("name", n));
        if (action.equals("failed")) {
            found.verdict(ToolVerdict.FAIL, name + " failed");
        }
        return entry.put("action", action);
    }

    private void failure(String text) {
        if (text.isBlank()) {
            return;
        }
        String kind = PackageFailures.kind(text);
        ObjectNode error =
                found.facts().withArray("errors").addObject().put("kind", kind).put("text", text);
        PackageFailures.holder(text).ifPresent(pid -> error.put("pid", pid));
        found.verdict(
                PackageFailures.ofTheWay(kind) ? ToolVerdict.INFRASTRUCTURE_ERROR : ToolVerdict.FAIL,
                kind + ": " + text);
    }
}
