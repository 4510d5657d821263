package dev.slipway.config.process;

import dev.slipway.config.ConfigProblems;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.model.Causes;
import java.io.PrintStream;
import java.util.List;

/** Describes what keeps a server from starting: an exit code of the command line, what is wrong, and the next step. */
public record StartFailure(int exit, String what, String next) {
    private static final int WRONG = 2;
    private static final int AWAY = 3;
    private static final int REFUSED = 4;
    private static final int BUG = 70;

    /** Describes a wrong configuration. */
    public static StartFailure wrong(String what, String next) {
        return new StartFailure(WRONG, what, next);
    }

    /** Describes a part of the installation that does not answer or cannot be opened. */
    public static StartFailure away(String what, String next) {
        return new StartFailure(AWAY, what, next);
    }

    /** Describes something that another process has. */
    public static StartFailure refused(String what, String next) {
        return new StartFailure(REFUSED, what, next);
    }

    /** Describes {@code e}; anything that is neither configuration nor Temporal was not foreseen. */
    public static StartFailure of(RuntimeException e) {
        return switch (e) {
            case ConfigProblems wrong ->
                wrong(
                        "the configuration is wrong:\n" + wrong.getMessage(),
                        "correct it; check it with: slipway config check");
            case TemporalTrouble trouble -> away(trouble.what(), trouble.next());
            default -> new StartFailure(BUG, "it could not start: " + Causes.words(e), "--debug shows where");
        };
    }

    /** Returns the two sentences for a terminal. */
    public String text() {
        return "slipway: " + what + "\n         " + next;
    }

    /** Prints both, and the stack trace of {@code e} if {@code words} ask for it. Returns the exit code. */
    public int print(RuntimeException e, String[] words, PrintStream err) {
        err.println(text());
        if (ServerCommand.debug(List.of(words))) {
            e.printStackTrace(err);
        }
        return exit;
    }
}
