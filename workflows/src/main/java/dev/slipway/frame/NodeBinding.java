package dev.slipway.frame;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.Optional;

/**
 * Builds what each act of a run names: the node, the machine that was found under its name, the expected boot, the
 * place in the kernel's log from which errors count, the run's token, and the fence under which the node is out.
 */
final class NodeBinding {
    private final Trigger trigger;
    private final String slug;
    private final CapacityLease lease;
    private final String token;
    private final Instant t0;
    private final LogMark mark;
    private final KnownBoots boots = new KnownBoots();
    private Optional<Identity> machine;

    NodeBinding(Trigger trigger, String slug, CapacityLease lease) {
        this.trigger = trigger;
        this.slug = slug;
        this.lease = lease;
        this.token = trigger.carried()
                .map(c -> c.token())
                .orElseGet(() -> Workflow.getInfo().getFirstExecutionRunId());
        this.t0 = trigger.carried().map(c -> c.t0()).orElseGet(WorkflowTimers::now);
        this.mark = new LogMark(trigger.carried().flatMap(c -> c.mark()));
        this.machine = trigger.carried().map(c -> c.machine());
    }

    /** The token is one on the whole way through several runbooks, so the later ones put their name before the step. */
    Act act(Step step, int attempt) {
        Step own = trigger.carried().isPresent() ? new Step(slug + "-" + step.id(), step.title(), step.state()) : step;
        Act act = new Act(trigger.node(), trigger.fleet(), token, workflowId(), slug, own, attempt, machine, t0);
        return act.expecting(trigger.options().adopt(), boots.running(), mark.position())
                .fenced(lease.fence());
    }

    /** Returns the node's row in the ledger, as it is written while the run waits. */
    NodeNote row(Step step, NodeState state, String why) {
        return new NodeNote(
                trigger.node(),
                trigger.fleet(),
                slug,
                state,
                step.id(),
                why,
                workflowId(),
                token,
                WorkflowTimers.now(),
                Optional.empty());
    }

    /** A step has returned {@code result}, which may move the place in the log from where errors count. */
    void note(Step step, Object result) {
        mark.note(step, result);
    }

    /** Returns the boots of the node, as acts have read them. */
    KnownBoots boots() {
        return boots;
    }

    void bind(Identity identity) {
        machine = Optional.of(identity);
    }

    /** Binds the machine again after a step that may rename it: the board must be the one that was bound. */
    void rebind(Identity now) {
        if (!machine().productUuid().equals(now.productUuid())) {
            throw new RunEnded.Hold("another machine answers: bound to " + machine() + ", now " + now);
        }
        machine = Optional.of(now);
    }

    Identity machine() {
        return machine.orElseThrow(() -> new IllegalStateException("no facts were read yet"));
    }

    Optional<LogPosition> mark() {
        return mark.position();
    }

    Instant t0() {
        return t0;
    }

    String token() {
        return token;
    }

    private static String workflowId() {
        return Workflow.getInfo().getWorkflowId();
    }
}
