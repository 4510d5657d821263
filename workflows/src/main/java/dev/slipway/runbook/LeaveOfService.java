package dev.slipway.runbook;

import dev.slipway.model.CapacityRequest;
import dev.slipway.model.Grant;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.port.CapacityDesk;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Leave to take the node out of service: asked of the domain's one budget, given back at the end. */
final class LeaveOfService {
    private final Trigger trigger;
    private final CapacityDesk desk = Local.stub(CapacityDesk.class);
    private Optional<Grant> grant;
    private boolean asked;

    LeaveOfService(Trigger trigger) {
        this.trigger = trigger;
        this.grant = trigger.carried().flatMap(c -> c.grant());
    }

    /** Waits for the grant; false when it did not come in time or {@code stop} came first. Says whether it waited. */
    Answer take(Steps steps, Journal journal, BooleanSupplier stop) {
        if (grant.isPresent()) {
            return Answer.AT_ONCE;
        }
        long began = Workflow.currentTimeMillis();
        journal.begin(Step.CAPACITY.title(), NodeState.WAITING);
        journal.waits("budget of " + trigger.options().domain());
        steps.note(
                Step.CAPACITY,
                NodeState.WAITING,
                "waits for the budget of " + trigger.options().domain());
        asked = true;
        try {
            desk.ask(request());
        } catch (TemporalFailure failure) {
            journal.line("the capacity desk could not be asked: " + Failures.text(failure));
            return Answer.NONE;
        }
        Waits.atMost(trigger.policy().capacityWithin(), () -> grant.isPresent() || stop.getAsBoolean());
        if (grant.isEmpty()) {
            return Answer.NONE;
        }
        journal.line("leave of service granted by " + trigger.options().domain() + ", fence "
                + grant.get().fence());
        return Workflow.currentTimeMillis() - began > STALE_MILLIS ? Answer.WAITED : Answer.AT_ONCE;
    }

    void granted(Grant given) {
        grant = Optional.of(given);
    }

    Optional<Grant> grant() {
        return grant;
    }

    void giveBack(Journal journal) {
        if (asked || grant.isPresent()) {
            try {
                desk.giveBack(request());
            } catch (TemporalFailure failure) {
                journal.line("the desk takes the grant back when it sees this run closed: " + Failures.text(failure));
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

    /** Facts older than this are read again before the node is touched. */
    private static final long STALE_MILLIS = 60_000;

    enum Answer {
        AT_ONCE,
        WAITED,
        NONE
    }
}
