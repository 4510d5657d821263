package dev.slipway.facts.output;

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

    private ShellErrors() {}

    /** The kind of error in this line; empty where it is none of them. */
    public static Optional<String> in(String line) {
        String text = line.length() > 500 ? line.substring(0, 500) : line.stripTrailing();
        return KNOWN.entrySet().stream()
                .filter(k -> k.getKey().matcher(text).find())
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
