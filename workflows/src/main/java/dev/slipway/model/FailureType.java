package dev.slipway.model;

import io.temporal.failure.ApplicationFailure;
import java.util.Arrays;

/**
 * The kinds of failure an activity may raise. The adapter that understands the failure chooses; the frame decides by
 * kind alone, never by text.
 */
public enum FailureType {
    /** A question that was answered with no. Never retried. */
    GATE_CLOSED(false),
    /** A verdict on the node: a diagnostic that failed, a version that is wrong. Never retried. */
    VERDICT(false),
    /** A step that ran and is known to have failed. Tried again under a new number, then decided. */
    STEP_FAILED(false),
    /** Lost after dispatch and not to be told from the node. Never retried blindly. */
    AMBIGUOUS(false),
    /**
     * What was started on the node is at work beyond its limit, and could not or must not be ended. Held, or joined
     * again under the same number where a person says so: nothing is started beside it.
     */
    STILL_RUNNING(false),
    /** Somebody else changed the node, or the fleet is frozen. */
    FOREIGN_ACTOR(false),
    /** The machine that answers is not the one that was bound. */
    ANOTHER_MACHINE(false),
    /** The node runs another boot than the run knows, which is the failure's detail: nothing was begun. */
    REBOOTED(false),
    /** Work on the node did not end in time. */
    DRAIN_BLOCKED(false),
    /** Policy puts work on the node first, or its leave was taken back: it goes back as found, to be tried later. */
    GIVES_WAY(false),
    /** Policy, the site's or Secure Boot's, holds the node for what was found on it. */
    HELD_BY_POLICY(false),
    /** People suspend what heats GPUs: nothing was begun. Waited for, and then done under the same number. */
    SUSPENDED(false),
    /** The network, the API or a lock: may pass. */
    TRANSIENT(true),
    /**
     * The ledger cannot be asked or written. Says nothing about the node: waited for, and then tried again under the
     * same number.
     */
    LEDGER_AWAY(true),
    /**
     * A part of the site is away, which is the failure's detail: an API that refuses, a site of which no node answers.
     * Says nothing about the node, and is waited for as the ledger is. One silent node is no part of the site.
     */
    PART_AWAY(true);

    private final boolean retryable;

    FailureType(boolean retryable) {
        this.retryable = retryable;
    }

    /** A failure of this kind as the engine carries it. {@code message} is one sentence for a person. */
    public ApplicationFailure of(String message) {
        return failure(message).build();
    }

    /** The same with what the run needs to go on: the boot of {@link #REBOOTED}, the part of {@link #PART_AWAY}. */
    public ApplicationFailure of(String message, String detail) {
        return failure(message).setDetails(detail).build();
    }

    private ApplicationFailure.Builder failure(String message) {
        return ApplicationFailure.newBuilder()
                .setType(name())
                .setMessage(message)
                .setNonRetryable(!retryable);
    }

    /** Whether the run waits for a part of the site, and asks nobody meanwhile. */
    public boolean waitedFor() {
        return this == LEDGER_AWAY || this == PART_AWAY;
    }

    /** The names of all kinds but this one. */
    public String[] otherNames() {
        return Arrays.stream(values())
                .filter(type -> type != this)
                .map(FailureType::name)
                .toArray(String[]::new);
    }

    /** Throws {@code failure} where it is of this kind: for who else takes a failure for an answer. */
    public void rethrow(ApplicationFailure failure) {
        if (is(failure)) {
            throw failure;
        }
    }

    /** Whether {@code failure} is of this kind. */
    public boolean is(ApplicationFailure failure) {
        return name().equals(failure.getType());
    }
}
