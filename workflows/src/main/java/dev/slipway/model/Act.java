package dev.slipway.model;

import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Frames one activity: which node, which run, which step. {@code token} names the run on the node and in the cordon
 * mark and never changes, {@code attempt} grows with each decided retry and each known failure, {@code machine} is the
 * identity that every act must find again. {@code adopted}: a person takes the node over as it is, even with a replaced
 * machine. {@code bootId} is the boot under which the act expects the node, {@code mark} the place in the kernel's log
 * from which on errors count; both empty before the node was read. {@code fence} is of the grant under which the node
 * is out; 0 if there is none, and for acts from before fences existed.
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

    /** Accepts an act from before acts named a boot and a place in the log: it has neither. */
    public Act {
        bootId = Optional.ofNullable(bootId).orElse("");
        mark = Optional.ofNullable(mark).orElse(Optional.empty());
    }

    /** Returns an act of a run that adopts nothing, under any boot, without a mark. */
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

    /** Returns the same act of a run that adopts or not, with the boot and the place in the log that it knows. */
    public Act expecting(boolean adopts, String boot, Optional<LogPosition> place) {
        return new Act(node, fleet, token, workflowId, runbook, step, attempt, machine, t0, adopts, boot, place, fence);
    }

    /** Returns the same act under that fence. */
    public Act fenced(long under) {
        return new Act(
                node, fleet, token, workflowId, runbook, step, attempt, machine, t0, adopted, bootId, mark, under);
    }

    /** Returns the same act, which also considers what happened for {@code span} before it. */
    public Act before(Duration span) {
        Instant from = t0.minus(span);
        return new Act(
                node, fleet, token, workflowId, runbook, step, attempt, machine, from, adopted, bootId, mark, fence);
    }

    /**
     * Returns the same step on {@code node}, which the run {@code token} leases: its mark names that run, and its
     * machine is not bound.
     */
    public Act on(NodeRef node, String token) {
        return new Act(node, fleet, token, node.workflowId(), runbook, step, attempt, Optional.empty(), t0);
    }

    /**
     * Returns whether this act belongs to the run that holds the node's lock. A dry run reads a node under another id:
     * nothing of it is the node's state.
     */
    public boolean holdsLock() {
        return workflowId.equals(node.workflowId());
    }

    /** Returns the directory of this act below {@code /var/lib/slipway/<token>/}. */
    public String directory() {
        return step.id() + "-" + attempt;
    }
}
