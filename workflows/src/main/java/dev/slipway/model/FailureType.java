package dev.slipway.model;

import io.temporal.failure.ApplicationFailure;
import java.util.Arrays;

/**
 * Lists the kinds of failure that an activity may raise. The adapter that understands the failure chooses; the frame
 * decides by kind alone, never by text.
 */
public enum FailureType {
    /** A check was answered with no. It is never retried. */
    GATE_CLOSED(false),
    /** The node failed a diagnostic, or has a wrong version: this is a verdict. It is never retried. */
    VERDICT(false),
    /** A step that ran and is known to have failed. Tried again under a new number, then decided. */
    STEP_FAILED(false),
    /** Lost after dispatch, and the node does not show the result. Never retried blindly. */
    AMBIGUOUS(false),
    /**
     * Work on the node runs beyond its limit, and could not or must not be ended. The node is held, or the work is
     * joined again under the same number if a person decides so: nothing is started beside it.
     */
    STILL_RUNNING(false),
    /** Somebody else changed the node, or the fleet is frozen. */
    EXTERNAL_CHANGE(false),
    /** The machine that answers is not the one that was bound. */
    MACHINE_MISMATCH(false),
    /** The node runs a boot that the run does not know; it is the failure's detail. Nothing was begun. */
    REBOOTED(false),
    /** Work on the node did not end in time. */
    DRAIN_BLOCKED(false),
    /** Policy puts work on the node first, or its leave was taken back: it goes back as found, to be tried later. */
    SKIPPED_BY_POLICY(false),
    /** Policy, the site's or Secure Boot's, holds the node for what was found on it. */
    HELD_BY_POLICY(false),
    /** People suspend what heats GPUs: nothing was begun. The run waits, and then does it under the same number. */
    SUSPENDED(false),
    /** The network, the API or a lock failed: that may pass. */
    TRANSIENT(true),
    /**
     * The ledger cannot be read or written. This shows nothing about the node: the run waits, and then retries under
     * the same number.
     */
    LEDGER_UNAVAILABLE(true),
    /**
     * A part of the site is away; it is the failure's detail: an API that refuses, a site without an answering node.
     * This shows nothing about the node, and the run waits as it does for the ledger. One silent node is no part of the
     * site.
     */
    PART_AWAY(true);

    private final boolean retryable;

    FailureType(boolean retryable) {
        this.retryable = retryable;
    }

    /** Returns a failure of this kind as the engine carries it. {@code message} is one sentence for a person. */
    public ApplicationFailure of(String message) {
        return failure(message).build();
    }

    /**
     * Returns the same failure with what the run needs to go on: the boot of {@link #REBOOTED}, the part of {@link
     * #PART_AWAY}.
     */
    public ApplicationFailure of(String message, String detail) {
        return failure(message).setDetails(detail).build();
    }

    private ApplicationFailure.Builder failure(String message) {
        return ApplicationFailure.newBuilder()
                .setType(name())
                .setMessage(message)
                .setNonRetryable(!retryable);
    }

    /** Returns whether the run waits for a part of the site, and requests no decision meanwhile. */
    public boolean waitedFor() {
        return this == LEDGER_UNAVAILABLE || this == PART_AWAY;
    }

    /** Returns the names of all kinds but this one. */
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

    /** Returns whether {@code failure} is of this kind. */
    public boolean is(ApplicationFailure failure) {
        return name().equals(failure.getType());
    }
}
