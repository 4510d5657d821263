package dev.slipway.facts.output;

import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a shell, sudo or ssh says instead of a tool that did not run. */
public final class ShellErrors {
    private static final Map<Pattern, String> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put(
                Pattern.compile("(?i)\\bcommand not found\\b|: not found$|Command '[^']{1,64}' not found"),
                "command-not-found");
        KNOWN.put(
                Pattern.compile(
                        "sudo: (?:a password is required|a terminal is required|no tty present|sorry, you must have a tty)"
                                + "|\\[sudo] password for |is not in the sudoers file|is not allowed to (?:run sudo|execute)"),
                "sudo-refused");
        KNOWN.put(Pattern.compile("(?i)(?:sh|bash|dash|ash): .*permission denied|cannot execute"), "permission-denied");
        KNOWN.put(
                Pattern.compile(
                        "^ssh: |^Connection (?:closed|timed out|reset|refused)|kex_exchange_identification|Host key verification failed"),
                "ssh-failed");
        KNOWN.put(Pattern.compile("error while loading shared libraries"), "library-missing");
        KNOWN.put(Pattern.compile("^timeout: |^Terminated$|^Killed$"), "killed");
    }

    /** How a line begins that a shell writes itself, and no tool in the midst of its output. */
    private static final Pattern OWN = Pattern.compile(
            "^(?:-?(?:ba|da|a|z)?sh|sudo|ssh|timeout|env|nohup): (?!warning: |unable to resolve host)|^(?:Killed|Terminated|Aborted|Hangup)$"
                    + "|^(?:Segmentation fault|Bus error|Illegal instruction|Floating point exception|Aborted)(?: \\(core dumped\\))?$");

    /** What did not run is not followed by the output of something that did. */
    private static final int LONGEST = 12;

    private ShellErrors() {}

    /** What a shell wrote in this line beside a tool's output: its kind where it is known, else the line; empty for others. */
    public static Optional<String> instead(String line) {
        String text = Text.shorten(line.strip(), 200);
        return OWN.matcher(text).find() ? in(text).or(() -> Optional.of(text)) : Optional.empty();
    }

    /** The kind of error in this line; empty where it is none of them. */
    public static Optional<String> in(String line) {
        String text = line.length() > 500 ? line.substring(0, 500) : line.stripTrailing();
        return KNOWN.entrySet().stream()
                .filter(k -> k.getKey().matcher(text).find())
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** A short output of which a line says that the tool never ran, as an error of its own; empty for others. */
    public static Optional<ToolReport<?>> notRun(Output output) {
        if (output.written().size() > LONGEST) {
            return Optional.empty();
        }
        Optional<String> error = output.written().stream()
                .map(line -> in(line.text()))
                .flatMap(Optional::stream)
                .findFirst();
        return error.map(kind -> {
            Findings found = new Findings("error");
            found.facts().put("error", kind);
            output.written().forEach(found::unparsed);
            return found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, kind + ": " + output.first())
                    .of(output);
        });
    }
}
