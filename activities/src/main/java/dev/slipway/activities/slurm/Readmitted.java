package dev.slipway.activities.slurm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Records who put a node back last, as the last word of its Comment, because a resume clears the Reason. What others
 * wrote there stays in front of it.
 */
final class Readmitted {
    private static final Pattern WORD = Pattern.compile("\\s*slipway-readmitted:(\\S+)");

    private Readmitted() {}

    /** Returns the token of the run; empty if none is known. */
    static String by(String comment) {
        Matcher word = WORD.matcher(comment);
        return word.find() ? word.group(1) : "";
    }

    static String noted(String comment, String token) {
        return (without(comment) + " slipway-readmitted:" + token).strip();
    }

    static String without(String comment) {
        return WORD.matcher(comment).replaceAll("").strip();
    }
}
