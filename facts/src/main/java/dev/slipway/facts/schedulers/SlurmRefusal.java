package dev.slipway.facts.schedulers;

import java.util.regex.Pattern;

/** Classifies the messages of Slurm's commands if they did not do what was requested. */
public enum SlurmRefusal {
    /**
     * slurmctld, or the munge that authenticates the caller, does not answer. A slurmctld that ends while it is asked
     * shows as the error of the connection.
     */
    AWAY("unable to contact|timed out|connection (?:refused|reset)|broken pipe|no route to host|unreachable|zero bytes"
            + "|socket|protocol auth|munge"),
    UNKNOWN_NODE("invalid node name|not found"),
    NO_RIGHT("access/permission denied|access denied|invalid user id"),
    RESERVED("duplicate reservation name"),
    NO_RESERVATION("requested reservation is invalid");

    private final Pattern words;

    SlurmRefusal(String words) {
        this.words = Pattern.compile(words, Pattern.CASE_INSENSITIVE);
    }

    /** Returns whether the text has this meaning. */
    public boolean in(String text) {
        return words.matcher(text).find();
    }
}
