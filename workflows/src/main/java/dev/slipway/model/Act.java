package dev.slipway.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The frame of one activity: which node, which run, which step. {@code token} names the run on the node and in the
 * cordon mark and never changes, {@code attempt} grows with each decided retry and each known failure, {@code machine}
 * is the identity that every act must find again. {@code adopted}: a person takes the node over as it is, a machine
 * that was put in its place among it. {@code bootId} is the boot under which the act expects the node, {@code mark} the
 * place in the kernel's log from which on errors count; both empty before the node was read. {@code fence} is of the
 * grant under which the node is out; 0 where there is none, and of acts of before fences were told of.
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
        String bootId,
        Optional<LogPosition> mark,
        long fence) {

    /** An act that was asked for before acts told of a boot and of a place in the log has neither. */
    public Act {
        bootId = Optional.ofNullable(bootId).orElse("");
        mark = Optional.ofNullable(mark).orElse(Optional.empty());
    }

    /** An act of a run that adopts nothing, under whatever boot, without a mark. */
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
        this(node, fleet, token, workflowId, runbook, step, attempt, machine, t0, false, "", Optional.empty(), 0);
    }

    /** The same act of a run that adopts or not, with the boot and the place in the log that it knows. */
    public Act expecting(boolean adopts, String boot, Optional<LogPosition> place) {
        return new Act(node, fleet, token, workflowId, runbook, step, attempt, machine, t0, adopts, boot, place, fence);
    }

    /** The same act under that fence. */
    public Act fenced(long under) {
        return new Act(
                node, fleet, token, workflowId, runbook, step, attempt, machine, t0, adopted, bootId, mark, under);
    }

    /** The same act with an eye on what happened before it, for as long as {@code span}. */
    public Act before(Duration span) {
        Instant from = t0.minus(span);
        return new Act(
                node, fleet, token, workflowId, runbook, step, attempt, machine, from, adopted, bootId, mark, fence);
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
