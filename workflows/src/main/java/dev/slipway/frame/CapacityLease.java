package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Local;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Durations;
import dev.slipway.model.Step;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.CapacityClient;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Requests a grant to take the node out of service from the domain's one budget, and returns it at the end. */
final class CapacityLease {
    private final Trigger trigger;
    private final CapacityClient capacity = Local.stub(CapacityClient.class);
    private Optional<Grant> grant;
    private boolean asked;
    private String unasked = "";

    CapacityLease(Trigger trigger) {
        this.trigger = trigger;
        this.grant = trigger.carried().flatMap(c -> c.grant());
    }

    /**
     * Waits for the grant; returns false if it did not come in time or {@code stop} came first. Reports whether it
     * waited.
     */
    Answer take(StepRunner steps, Journal journal, BooleanSupplier stop) {
        if (grant.isPresent()) {
            return Answer.AT_ONCE;
        }
        Instant began = WorkflowTimers.now();
        journal.begin(Step.CAPACITY.title(), NodeState.WAITING);
        journal.waiting("budget of " + trigger.options().domain());
        steps.note(
                Step.CAPACITY,
                NodeState.WAITING,
                "waits for the budget of " + trigger.options().domain());
        asked = true;
        try {
            capacity.ask(request());
        } catch (TemporalFailure failure) {
            unasked =
                    "capacity of " + trigger.options().domain() + " could not be requested: " + Failures.text(failure);
            return Answer.NONE;
        }
        if (!granted(stop)) {
            return Answer.NONE;
        }
        journal.line("capacity granted by " + trigger.options().domain() + ", fence "
                + grant.get().fence());
        return WorkflowTimers.now().isAfter(began.plus(STALE)) ? Answer.WAITED : Answer.AT_ONCE;
    }

    /** Returns why there is no grant after the answer NONE, unless the run was stopped. */
    String none() {
        return unasked.isEmpty()
                ? "no capacity in " + trigger.options().domain() + " within "
                        + Durations.words(trigger.policy().capacityTimeout())
                : unasked;
    }

    /**
     * Waits for the grant, and requests it again less and less often, because a terminated budget does not know its
     * waiting runs. Runs that began before this change request it once.
     */
    private boolean granted(BooleanSupplier stop) {
        BooleanSupplier over = () -> grant.isPresent() || stop.getAsBoolean();
        Instant end = WorkflowTimers.now().plus(trigger.policy().capacityTimeout());
        Duration pause = ASKED_AGAIN;
        while (!WorkflowTimers.atMost(Durations.shorter(pause, Duration.between(WorkflowTimers.now(), end)), over)
                && WorkflowTimers.now().isBefore(end)
                && Workflow.getVersion("leave-asked-again", Workflow.DEFAULT_VERSION, 1) == 1) {
            askAgain();
            pause = Durations.shorter(pause.multipliedBy(2), SELDOM);
        }
        return grant.isPresent();
    }

    private void askAgain() {
        try {
            capacity.ask(request());
        } catch (TemporalFailure away) {
            // Asked once more after the next pause.
            return;
        }
    }

    /** Takes the grant of this run. One that comes late, for an earlier run of the same node, is that run's. */
    void granted(Grant given) {
        if (given.isOf(Workflow.getInfo().getFirstExecutionRunId())) {
            grant = Optional.of(given);
        }
    }

    /** Returns the fence under which the node is out; 0 without a grant. */
    long fence() {
        return grant.map(Grant::fence).orElse(0L);
    }

    Optional<Grant> grant() {
        return grant;
    }

    void giveBack(Journal journal) {
        if (asked || grant.isPresent()) {
            try {
                capacity.giveBack(request());
            } catch (TemporalFailure failure) {
                journal.line("the grant could not be released; it is revoked once this run has closed: "
                        + Failures.text(failure));
            }
            grant = Optional.empty();
        }
    }

    private CapacityRequest request() {
        return new CapacityRequest(
                trigger.options().domain(),
                trigger.fleet(),
                trigger.node(),
                Workflow.getInfo().getWorkflowId(),
                Workflow.getInfo().getFirstExecutionRunId());
    }

    /**
     * Sets the first interval between requests of a waiting run; each further one is twice as long, up to the longest.
     */
    private static final Duration ASKED_AGAIN = Duration.ofMinutes(5);

    private static final Duration SELDOM = Duration.ofMinutes(30);

    /** Facts older than this are read again before the node is touched. */
    private static final Duration STALE = Duration.ofMinutes(1);

    enum Answer {
        AT_ONCE,
        WAITED,
        NONE
    }
}
