package dev.slipway.config.process;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Describes a command that runs a server, such as {@code slipway worker}, and reads the words after its name: it takes
 * {@code --help} and {@code --debug}, and refuses every other word. {@code does} is one line or several.
 */
public record ServerCommand(String name, String does, List<String> examples) {
    private static final int WRONG_USAGE = 2;
    private static final String DEBUG = "--debug";
    private static final Set<String> HELP = Set.of("-h", "--help");

    /** Prints the help or a refusal and returns the exit code of that; empty if the server is to start. */
    public OptionalInt answer(List<String> words, PrintStream out, PrintStream err) {
        if (words.stream().anyMatch(HELP::contains)) {
            out.print(help());
            return OptionalInt.of(0);
        }
        Optional<String> unknown =
                words.stream().filter(word -> !word.equals(DEBUG)).findFirst();
        if (unknown.isEmpty()) {
            return OptionalInt.empty();
        }
        err.println("slipway: " + name + " does not take '" + unknown.get() + "'; nothing was started");
        err.println("         see: slipway " + name + " --help");
        return OptionalInt.of(WRONG_USAGE);
    }

    /** Returns whether the stack trace is shown of what keeps the server from starting. */
    public static boolean debug(List<String> words) {
        return words.contains(DEBUG);
    }

    private String help() {
        return """
                Usage: slipway %s [-h] [--debug]
                %s
                It runs until Ctrl-C or SIGTERM.

                  -h, --help   Show this help; nothing is started.
                      --debug  Show the stack trace of what keeps it from starting.

                Configuration: the directory SLIPWAY_CONFIG, else ./config, else the one beside
                the launcher.

                Exit codes:
                  2    wrong command line or configuration
                  3    Temporal or the ledger does not answer, or cannot be opened
                  4    the starter cannot listen at its address
                  70   it could not start for another reason; --debug shows where

                Examples:
                  %s
                """.formatted(name, does, String.join("\n  ", examples));
    }
}
