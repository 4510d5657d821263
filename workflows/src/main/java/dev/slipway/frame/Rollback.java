package dev.slipway.frame;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Outcome;
import dev.slipway.model.Step;
import dev.slipway.port.Nodes;
import java.util.Optional;

/**
 * Goes back to the previous baseline: the compensations newest first, verification of the node as it was, readmission.
 * If that fails too, the goal's image is written once, if runbook and fleet have one. Else the node goes where its
 * gates lead, or is held.
 */
final class Rollback {
    private final NodeRunbook runbook;
    private final RunContext run;
    private final ReturnToService back;
    private final Endings endings;
    private final Diversion diversion;

    Rollback(NodeRunbook runbook, RunContext run, ReturnToService back, Endings endings, Diversion diversion) {
        this.runbook = runbook;
        this.run = run;
        this.back = back;
        this.endings = endings;
        this.diversion = diversion;
    }

    /** Undoes what was done; {@code reason} states why. */
    Ending of(String reason) {
        run.steps.rollingBack();
        Optional<FinalImage> image = runbook.finalImage();
        run.stageLeft(image.filter(FinalImage::possible).isPresent());
        run.journal.line("rolling back: " + reason);
        Optional<BaselineRef> previous = run.trigger.previous();
        if (previous.isEmpty()) {
            return lastResort("no previous baseline to roll back to; " + reason, false);
        }
        String forward = run.proofs.failedGate();
        run.proofs.restart();
        try {
            undo(previous.get(), reason);
            return new Ending(Outcome.ROLLED_BACK, reason);
        } catch (RunEnded end) {
            return notRolledBack(end, reason, !forward.isBlank() && run.proofs.gateFailed());
        } finally {
            run.proofs.blame(forward);
        }
    }

    private void undo(BaselineRef previous, String reason) {
        String boot = run.step(Step.FACTS, Nodes.class, Nodes::facts).bootId();
        run.mustBeTested(Step.FACTS.undoing().title(), boot);
        run.binding.boots().testsOver();
        run.bootRead(boot);
        run.compensations.run();
        RunEnded.held(() -> runbook.verify(previous));
        RunEnded.held(() -> runbook.rolledBack(previous, reason));
        back.readmit(previous);
    }

    private Ending notRolledBack(RunEnded end, String reason, boolean gatesFailed) {
        return switch (end) {
            case RunEnded.RollBack failsToo
            when !back.begun() ->
                lastResort(reason + "; and on the previous baseline: " + failsToo.reason(), gatesFailed);
            case RunEnded.RollBack failsToo -> endings.hold(reason + "; " + failsToo.reason());
            case RunEnded.Hold stuck
            when !back.begun() && stuck.failed() -> lastResort(reason + "; rollback stopped: " + stuck.reason(), false);
            case RunEnded.Refused refused -> endings.hold(reason + "; readmission refused: " + refused.reason());
            case RunEnded.Crashed crash -> diversion.crashed(reason + "; " + crash.reason());
            case RunEnded.Hold _, RunEnded.Divert _, RunEnded.ReplaceGpu _ ->
                endings.hold(reason + "; rollback stopped: " + end.reason());
        };
    }

    /**
     * Handles a failed rollback: writes the goal's image if the runbook and the fleet have it, else follows the gates,
     * or holds.
     */
    private Ending lastResort(String reason, boolean gateFailed) {
        Optional<FinalImage> image = runbook.finalImage();
        if (run.decisions.stopWanted() || !image.map(FinalImage::claim).orElse(false)) {
            String why = reason + image.map(FinalImage::passedOver).orElse("");
            return gateFailed ? diversion.to(Diversion.HARDWARE, why) : endings.hold(why);
        }
        run.decisions.readmitting(false);
        run.compensations.forget();
        run.proofs.restart();
        run.journal.changeKind(RunKind.FORWARD_ONLY_RUN);
        try {
            image.get().write(reason);
            return back.to(run.trigger.goal());
        } catch (RunEnded end) {
            return notImaged(end, reason + "; and with a new image: ");
        }
    }

    private Ending notImaged(RunEnded end, String reason) {
        return switch (end) {
            case RunEnded.RollBack _
            when !back.begun() && run.proofs.gateFailed() -> diversion.to(Diversion.HARDWARE, reason + end.reason());
            case RunEnded.Crashed _ -> diversion.crashed(reason + end.reason());
            default -> endings.hold(reason + end.reason());
        };
    }
}
