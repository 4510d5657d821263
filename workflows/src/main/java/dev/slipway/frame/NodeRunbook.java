package dev.slipway.frame;

import dev.slipway.frame.engine.ParentWave;
import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Gates;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is a runbook as the engine starts it: it receives the updates and signals of people, the capacity budget and the
 * wave, and supplies what {@link NodeRun} calls in its order. A runbook overrides its procedure and its verification,
 * and of the rest what it has.
 */
public abstract class NodeRunbook implements Runbook {
    protected final Trigger trigger;
    protected final RunContext run;
    private final RunMode mode;
    private final ParentWave parent = new ParentWave();

    /** Takes {@code slug}, the name that people use, under which its steps are stored. */
    protected NodeRunbook(Trigger trigger, String slug, RunMode mode) {
        StartInput.check("the trigger", trigger);
        this.trigger = trigger;
        this.mode = mode;
        this.run = new RunContext(trigger, slug);
    }

    /** May this node be worked on now? Ends the run where not; nothing has been touched yet. */
    protected void preChecks() {
        run.journal(run.step(Step.PRE_CHECKS, Gates.class, (g, act) -> g.mayLeaveService(act, trigger, run.found())));
    }

    /** Changes the node; each act is preceded by its {@link RunContext#onRollback}. */
    protected abstract void procedure();

    /** Proves that the node matches {@code goal}; used for success and for rollback alike. */
    protected abstract void verify(BaselineRef goal);

    /**
     * Stores the result after the node was rolled back: the pin follows reality. Only a runbook that can roll back
     * needs it.
     */
    protected void rolledBack(BaselineRef previous, String reason) {
        throw new IllegalStateException(run.slug + " goes forward only, and was rolled back: " + reason);
    }

    /** Returns the image for a node whose rollback fails too, before it is held. */
    protected Optional<FinalImage> finalImage() {
        return Optional.empty();
    }

    /** Returns whether the hardware of a node that fails this gate after the runbook's work must be replaced. */
    protected boolean replaces(String gate) {
        return false;
    }

    /** Reports to those who replace a GPU. The node is held by now. Returns {@code reason}, with the result. */
    protected String reportCandidate(String reason) {
        return reason;
    }

    @Override
    public final NodeOutcome run(Trigger input) {
        CancellationScope root = CancellationScope.current();
        run.decisions.stopWhen(root::isCancelRequested);
        List<NodeOutcome> end = new ArrayList<>();
        Workflow.newDetachedCancellationScope(() -> end.add(new NodeRun(this, mode, run).bring()))
                .run();
        return end.getFirst();
    }

    @Override
    public final String retry(@Nullable Object who) {
        return run.decisions.choose(Choice.RETRY, Input.who(who));
    }

    @Override
    public final void mayRetry(@Nullable Object who) {
        Input.named(who);
        run.decisions.mayChoose(Choice.RETRY);
    }

    @Override
    public final String rollBack(@Nullable Object who) {
        return run.decisions.choose(Choice.ROLL_BACK, Input.who(who));
    }

    @Override
    public final void mayRollBack(@Nullable Object who) {
        Input.named(who);
        run.decisions.mayChoose(Choice.ROLL_BACK);
    }

    @Override
    public final String hold(@Nullable Object who) {
        return run.decisions.choose(Choice.HOLD, Input.who(who));
    }

    @Override
    public final void mayHold(@Nullable Object who) {
        Input.named(who);
        run.decisions.mayChoose(Choice.HOLD);
    }

    @Override
    public final String accept(@Nullable Object who) {
        return run.decisions.choose(Choice.ACCEPT, Input.who(who));
    }

    @Override
    public final void mayAccept(@Nullable Object who) {
        Input.named(who);
        run.decisions.mayChoose(Choice.ACCEPT);
    }

    @Override
    public final String abort(@Nullable Object who) {
        return run.decisions.abort(Input.who(who));
    }

    @Override
    public final void mayAbort(@Nullable Object who) {
        Input.named(who);
        run.decisions.mayAbort();
    }

    @Override
    public final void signalRetry(@Nullable RawValue who) {
        signalled(Choice.RETRY, who);
    }

    @Override
    public final void signalRollBack(@Nullable RawValue who) {
        signalled(Choice.ROLL_BACK, who);
    }

    @Override
    public final void signalHold(@Nullable RawValue who) {
        signalled(Choice.HOLD, who);
    }

    @Override
    public final void signalAccept(@Nullable RawValue who) {
        signalled(Choice.ACCEPT, who);
    }

    private void signalled(Choice choice, @Nullable RawValue who) {
        take(OperatorDecisions.word(choice), () -> run.decisions.signalled(choice, Input.who(who)));
    }

    @Override
    public final void granted(@Nullable RawValue grant) {
        take("granted", () -> run.lease.granted(Input.read(grant, Grant.class)));
    }

    @Override
    public final void lent(@Nullable RawValue partner, @Nullable RawValue lease, @Nullable RawValue boot) {
        take(
                "lent",
                () -> run.pairTest.lent(
                        Input.read(partner, NodeRef.class), Input.optionalText(lease), Input.optionalText(boot)));
    }

    @Override
    public final void reportWait(@Nullable RawValue step, @Nullable RawValue why) {
        take("waits", () -> run.steps.waiting(Input.text(step), Input.text(why)));
    }

    @Override
    public final void stop(@Nullable RawValue wave, @Nullable RawValue why) {
        take("stop", () -> stopped(Input.text(wave), Input.text(why)));
    }

    private void stopped(String wave, String why) {
        if (parent.is(wave)) {
            run.decisions.stop(why);
        } else {
            run.journal.line("signal stop dropped: " + wave + " did not start this run");
        }
    }

    private void take(String signal, Runnable taken) {
        Input.take(signal, taken, run.journal::line);
    }

    @Override
    public final RunView view() {
        return run.journal.view();
    }
}
