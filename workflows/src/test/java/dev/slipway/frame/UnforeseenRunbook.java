package dev.slipway.frame;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Gates;
import dev.slipway.port.Ledger;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** A plain repair, and what happens to it at one place. */
public final class UnforeseenRunbook extends NodeRunbook implements Unforeseen {
    private static final Step CONVERGE = new Step("converge", "Converge packages", NodeState.MUTATING);
    private static final Step PROOF = new Step("record-verification", "Diagnostics", NodeState.VERIFYING);
    private static final Set<Place> ROLLS_BACK =
            EnumSet.of(Place.UNDO, Place.VERIFY_OF_ROLLBACK, Place.ROLLED_BACK, Place.UNDO_IN_SERVICE);
    /** A fix is deployed once the defect was seen. */
    private static final AtomicBoolean MENDED = new AtomicBoolean();

    private static final RunMode IN_SERVICE = new RunMode(false, true, Duration.ZERO);
    private final Place place;
    private final Kind kind;

    @WorkflowInit
    public UnforeseenRunbook(Trigger trigger) {
        super(trigger, "unforeseen", worksInService(trigger) ? IN_SERVICE : RunMode.REVERSIBLE);
        String[] words = trigger.options().change().orElseThrow().split("/", 2);
        place = Place.valueOf(words[0]);
        kind = Kind.valueOf(words[1]);
    }

    private void at(Place here) {
        if (here == place) {
            happen();
        }
    }

    private void happen() {
        switch (kind) {
            case SIGNAL -> Workflow.newUntypedExternalWorkflowStub("nobody").signal("hello");
            case CHILD ->
                Workflow.newUntypedChildWorkflowStub(
                                "Partner",
                                ChildWorkflowOptions.newBuilder()
                                        .setWorkflowId(Workflow.getInfo().getWorkflowId())
                                        .build())
                        .execute(String.class, "an id that is taken");
            case CANCELLED -> {
                CancellationScope scope = Workflow.newCancellationScope(() -> Workflow.sleep(Duration.ofHours(1)));
                scope.cancel("by itself");
                scope.run();
            }
            case FAILURE -> throw ApplicationFailure.newFailure("an engine says so", "Unforeseen");
            case BUG -> {
                if (!MENDED.getAndSet(true)) {
                    throw new IllegalStateException("a defect");
                }
            }
        }
    }

    private static boolean worksInService(Trigger trigger) {
        return trigger.options().change().orElseThrow().matches("(UNDO_)?IN_SERVICE/.*");
    }

    @Override
    protected void preChecks() {
        at(Place.PRE_CHECKS);
    }

    @Override
    protected void procedure() {
        run.onRollback(() -> {
            at(Place.UNDO);
            at(Place.UNDO_IN_SERVICE);
            if (!worksInService(trigger)) {
                converge(trigger.previous().orElseThrow());
            }
        });
        if (worksInService(trigger)) {
            at(Place.IN_SERVICE);
            run.rollBack("wants to be undone");
        }
        run.inEveryEnding(() -> at(Place.RESTORE));
        converge(trigger.goal());
        at(Place.PROCEDURE);
        endThere();
    }

    private void endThere() {
        switch (place) {
            case RESTORE -> run.restore();
            case CANDIDATE -> run.replaceGpu("GPU 3");
            default -> {}
        }
    }

    private void converge(BaselineRef to) {
        String before = run.boot();
        run.changed(run.step(CONVERGE, Packages.class, (p, act) -> p.converge(act, to)));
        run.step(Step.REBOOT, Power.class, (p, act) -> p.reboot(act, before));
    }

    @Override
    protected void verify(BaselineRef goal) {
        boolean back = !goal.equals(trigger.goal());
        at(back ? Place.VERIFY_OF_ROLLBACK : Place.VERIFY);
        if (!back && ROLLS_BACK.contains(place)) {
            run.rollBack("a gate failed");
        }
        FactsRef now = run.step(PROOF, Nodes.class, Nodes::facts);
        run.step(PROOF, Gates.class, (g, act) -> g.verify(act, now, goal, run.found()))
                .forEach(run::prove);
        List.of(1, 3)
                .forEach(level -> run.prove(run.step(PROOF, Diagnostics.class, (d, act) -> d.diag(act, goal, level))));
        run.prove(run.step(PROOF, Diagnostics.class, (d, act) -> d.nccl(act, goal)));
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        at(Place.ROLLED_BACK);
        run.act(PROOF, Ledger.class, (l, act) -> l.pin(act, previous, trigger.goal(), reason));
    }

    @Override
    protected String reportCandidate(String reason) {
        at(Place.CANDIDATE);
        return reason;
    }
}
