package dev.slipway.facts.packages;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.DebVersion;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a transaction of {@code apt-get} and {@code apt}, planned ({@code -s}) or done, with the words of dpkg in it:
 * what goes from which version to which, what is refused, and why it could not be done.
 */
public final class AptTransaction {
    private static final Pattern MARK = Pattern.compile(
            "(?m)^(?:The following .*packages? .*:$|(?:Inst|Remv|Purg|Conf) \\S+ [\\[(]|E: |dpkg: (?:error|warning)|"
                    + "Error: (?:Unable to (?:locate package|acquire|satisfy|lock|fetch|correct)|Could not get lock"
                    + "|Failed to fetch|Sub-process"
                    + "|Package '|Version '\\S+' for)|"
                    + "Reading package lists|Setting up \\S+ \\(|Unpacking \\S+ \\(|Errors were encountered)");
    private static final Pattern HEAD = Pattern.compile("The following .*:");
    private static final Pattern DONE = Pattern.compile(
            "(Unpacking|Setting up|Removing|Purging configuration files for) ([a-z0-9][a-z0-9+.-]*)(?::\\w+)?"
                    + " \\(([^)]{1,200})\\)(?: over \\(([^)]{1,200})\\))?.*");
    private static final Pattern DOWNGRADING =
            Pattern.compile("dpkg: warning: downgrading ([a-z0-9][a-z0-9+.-]*)(?::\\w+)? from (\\S+) to (\\S+)");
    private static final Pattern CHANGE = Pattern.compile("([a-z0-9][a-z0-9+.-]*) \\(([^ )]+) => ([^ )]+)\\)");
    private static final Pattern COUNTS = Pattern.compile("([0-9]{1,7}) ([a-z ]+?)(?:, | and |\\.)");
    private static final Pattern BROKEN =
            Pattern.compile("dpkg: error processing (?:package|archive) (\\S+) \\(([^)]*)\\).*");
    private static final Pattern DPKG = Pattern.compile("^dpkg: (?:error|dependency problems prevent)");
    private static final Pattern NOT_WHOLE = Pattern.compile("([0-9]{1,6}) not fully installed or removed\\.");
    private static final Pattern NOISE = Pattern.compile(
            "Reading .*|Building .*|Calculating .*|NOTE: .*|Get:.*|Hit:.*|Ign:.*|Fetched .*|Need to get .*"
                    + "|After this .*|Preparing .*|"
                    + "Selecting .*|\\(Reading database.*|Processing triggers.*|Done|WARNING: .*|W: .*|N: .*"
                    + "|Warning: .*|Notice: .*|Progress: .*|update-initramfs:.*|"
                    + "Do you want to continue.*|Use 'apt autoremove'.*|Scanning .*|Running kernel .*"
                    + "|No .* need to be restarted.*");

    private final Findings found;
    private final Map<String, ObjectNode> packages = new TreeMap<>();
    private final List<AptStep> steps = new ArrayList<>();
    private Optional<String> section = Optional.empty();

    private AptTransaction(String format) {
        this.found = new Findings(format);
        found.facts().putArray("packages");
        found.facts().putArray("errors");
    }

    static boolean recognises(String text) {
        return MARK.matcher(text).find();
    }

    /**
     * Returns the planned steps, or each package that was unpacked or removed; a step that is not understood makes it
     * no plan.
     */
    public static ToolReport<List<AptStep>> parse(Output output) {
        boolean simulated = Pattern.compile("(?m)^(?:Inst|Remv|Purg|Conf) \\S+ [\\[(]")
                .matcher(output.text())
                .find();
        AptTransaction read = new AptTransaction(simulated ? "apt simulation" : "apt transaction");
        for (Output.Line line : output.written()) {
            read.line(line);
        }
        read.found.facts().put("simulated", simulated);
        return read.found.of(output, List.copyOf(read.steps));
    }

    /**
     * Returns the steps that were taken, independent of the other lines: a doubtful transaction does not undo a change.
     */
    public static List<AptStep> begun(Output output) {
        AptTransaction read = new AptTransaction("apt transaction");
        output.written().forEach(read::line);
        return List.copyOf(read.steps);
    }

    private void line(Output.Line line) {
        String text = line.text();
        if (section.isPresent() && text.startsWith(" ")) {
            listed(section.get(), text.strip());
            return;
        }
        section = Optional.empty();
        if (HEAD.matcher(text).matches()) {
            section = Optional.of(action(text.substring(0, text.length() - 1)));
        } else if (!acted(text)
                && !failed(text)
                && !counted(text)
                && !NOISE.matcher(text).matches()) {
            found.unparsed(line);
            if (AptStep.announces(text)) {
                found.verdict(ToolVerdict.UNKNOWN, "a step that is not understood: " + text);
            }
        }
    }

    /** Returns the word for a list of {@code apt}: its heading ends with it. */
    private static String action(String heading) {
        String words = heading.toLowerCase(Locale.ROOT);
        for (String word : List.of("downgraded", "removed", "upgraded", "installed", "kept back", "changed")) {
            if (words.endsWith(word)) {
                return word;
            }
        }
        return words.contains("unmet dependencies") ? "unmet dependencies" : "listed";
    }

    private void listed(String action, String text) {
        Matcher change = CHANGE.matcher(text);
        if (change.matches()) {
            entry(change.group(1), action).put("from", change.group(2)).put("to", change.group(3));
        } else if (action.equals("unmet dependencies")) {
            PackageFailures.note(found, "unmet-dependencies", text);
        } else if (!action.equals("listed")) {
            for (String name : text.split("\\s+")) {
                String bare = name.replaceFirst("[*#]$", "");
                if (bare.matches("[a-z0-9][a-z0-9+.:-]*")) {
                    named(bare, action);
                }
            }
        }
    }

    private void named(String name, String action) {
        ObjectNode entry = entry(name, action);
        if (action.equals("changed")) {
            entry.put("held", true);
        } else if (action.equals("half-configured")) {
            entry.put("state", action);
        }
    }

    private boolean acted(String text) {
        Optional<AptStep> planned = AptStep.of(text);
        Matcher done = DONE.matcher(text);
        Matcher down = DOWNGRADING.matcher(text);
        if (planned.isPresent()) {
            planned(planned.get());
        } else if (done.matches()) {
            done(done);
        } else if (down.matches()) {
            moved(down.group(1), Optional.of(down.group(2)), down.group(3));
        } else {
            return false;
        }
        return true;
    }

    private void planned(AptStep step) {
        steps.add(step);
        switch (step.kind()) {
            case INSTALL -> moved(step.name(), step.from(), step.to().orElse(""));
            case REMOVE -> {
                ObjectNode entry = entry(step.name(), "removed");
                step.from().ifPresent(version -> entry.put("from", version));
            }
            case CONFIGURE -> {
                // The package that is unpacked before it has the change.
            }
        }
    }

    private void done(Matcher row) {
        switch (row.group(1)) {
            case "Unpacking" -> {
                Optional<String> from = Optional.ofNullable(row.group(4));
                moved(row.group(2), from, row.group(3));
                steps.add(new AptStep(AptStep.Kind.INSTALL, row.group(2), from, Optional.of(row.group(3))));
            }
            case "Setting up" ->
                entry(row.group(2), "installed").put("to", row.group(3)).put("configured", true);
            default -> entry(row.group(2), "removed").put("from", row.group(3));
        }
    }

    private void moved(String name, Optional<String> from, String to) {
        String action = from.map(old -> moved(name, old, to)).orElse("installed");
        ObjectNode entry = entry(name, action).put("action", action).put("to", to);
        from.ifPresent(version -> entry.put("from", version));
    }

    private String moved(String name, String from, String to) {
        try {
            int order = DebVersion.of(from).compareTo(DebVersion.of(to));
            return order > 0 ? "downgraded" : order < 0 ? "upgraded" : "reinstalled";
        } catch (IllegalArgumentException noVersion) {
            found.verdict(ToolVerdict.UNKNOWN, name + ": " + noVersion.getMessage());
            return "changed";
        }
    }

    /**
     * Returns the entry of a package; its first line counts, so its setup does not make a downgrade an installation.
     */
    private ObjectNode entry(String name, String action) {
        return packages.computeIfAbsent(
                name,
                n -> found.facts()
                        .withArray("packages")
                        .addObject()
                        .put("name", n)
                        .put("action", action));
    }

    private boolean counted(String text) {
        Matcher notWhole = NOT_WHOLE.matcher(text);
        if (notWhole.matches()) {
            found.facts().put("notFullyInstalled", Integer.parseInt(notWhole.group(1)));
            found.verdict(ToolVerdict.WARN, text);
            return true;
        }
        if (!text.contains(" not upgraded")) {
            return false;
        }
        ObjectNode counts = found.facts().putObject("counts");
        Matcher count = COUNTS.matcher(text);
        while (count.find()) {
            counts.put(count.group(2).strip(), Integer.parseInt(count.group(1)));
        }
        return true;
    }

    private boolean failed(String text) {
        Matcher broken = BROKEN.matcher(text);
        if (broken.matches()) {
            // dpkg announces that it sets a package up before it knows whether it can.
            Optional.ofNullable(packages.get(broken.group(1).replaceFirst(":\\w+$", "")))
                    .ifPresent(entry -> entry.put("configured", false).put("failed", true));
            PackageFailures.note(found, "package-script", broken.group(1) + " " + broken.group(2));
        } else if (text.startsWith("Error! ")) {
            PackageFailures.note(found, "module-build", text);
        } else if (text.startsWith("E: ")
                || text.startsWith("Error: ")
                || DPKG.matcher(text).find()) {
            PackageFailures.note(found, PackageFailures.kind(text), text.replaceFirst("^(E|Error|dpkg): ", ""));
        } else if (text.startsWith("Errors were encountered")) {
            section = Optional.of("half-configured");
        } else {
            return false;
        }
        return true;
    }
}
