package dev.slipway.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The frame of one activity: which node, which run, which step. {@code token} names the run on the node and in the
 * cordon mark and never changes, {@code attempt} grows with each decided retry and each known failure, {@code machine}
 * is the identity that every act must find again. {@code adopted}: a person takes the node over as it is, a machine
 * that was put in its place among it. {@code bootId} is the boot under which the act expects the node; empty where none
 * was read.
 */
public record Act(
        NodeRef node,
        String fleet,
        String token,
        String workflowId,
        String runbook,
        Step step,
        int attempt,
        Optional<Identity> machine,
        Instant t0,
        boolean adopted,
        String bootId) {

    /** An act that was asked for before acts told of a boot has none. */
    public Act {
        bootId = Optional.ofNullable(bootId).orElse("");
    }

    /** An act of a run that adopts nothing, under whatever boot. */
    public Act(
            NodeRef node,
            String fleet,
            String token,
            String workflowId,
            String runbook,
            Step step,
            int attempt,
            Optional<Identity> machine,
            Instant t0) {
        this(node, fleet, token, workflowId, runbook, step, attempt, machine, t0, false, "");
    }

    /** The same act with an eye on what happened before it, for as long as {@code span}. */
    public Act before(Duration span) {
        return new Act(
                node, fleet, token, workflowId, runbook, step, attempt, machine, t0.minus(span), adopted, bootId);
    }

    /**
     * The same step on {@code node}, which the run {@code token} lends: its mark names that run, and its machine is not
     * bound.
     */
    public Act on(NodeRef node, String token) {
        return new Act(node, fleet, token, node.workflowId(), runbook, step, attempt, Optional.empty(), t0);
    }

    /** The directory of this act below {@code /var/lib/slipway/<token>/}. */
    public String directory() {
        return step.id() + "-" + attempt;
    }
}
