package dev.slipway.model.gpu;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Classifies an error of NVLink or of a switch by the word that the driver prints with it. */
public enum ErrorSeverity {
    FATAL("Fatal"),
    NON_FATAL("Nonfatal"),
    /** The text does not state it. */
    UNSTATED("");

    private static final Pattern WORD = Pattern.compile("(?i)\\b(non-?)?fatal\\b");

    private final String word;

    ErrorSeverity(String word) {
        this.word = word;
    }

    /** Returns the severity by the first such word of the text, wherever it stands. */
    public static ErrorSeverity in(String text) {
        Matcher severity = WORD.matcher(text);
        if (!severity.find()) {
            return UNSTATED;
        }
        return severity.group(1) == null ? FATAL : NON_FATAL;
    }

    /** Returns the severity of a text that begins with its word, as that of an SXid does. */
    public static ErrorSeverity of(String text) {
        Matcher severity = WORD.matcher(text);
        return severity.lookingAt() ? in(text) : UNSTATED;
    }

    /** Returns the word of the newest drivers for it; empty if it is not stated. */
    public String word() {
        return word;
    }
}
