package dev.slipway.frame;

import dev.slipway.model.Outcome;

/**
 * Runs a runbook that works in service. The node is neither cordoned nor readmitted. If the procedure does not finish,
 * what was done is undone. Only if the result of that is unknown is the node taken out.
 */
final class InServiceRun {
    private final RunContext run;
    private final Endings endings;

    InServiceRun(RunContext run, Endings endings) {
        this.run = run;
        this.endings = endings;
    }

    Ending of(Runnable procedure) {
        run.journal.line("works in service: no cordon, no drain, and so no readmission");
        try {
            RunEnded.held(procedure);
            return new Ending(Outcome.CONVERGED, "");
        } catch (RunEnded end) {
            return switch (end) {
                case RunEnded.Refused refused -> undone(new Ending(Outcome.UNTOUCHED, refused.reason()));
                case RunEnded.RollBack wanted -> undone(new Ending(Outcome.ROLLED_BACK, wanted.reason()));
                case RunEnded.Hold wanted -> undone(new Ending(Outcome.HELD, wanted.reason()));
                case RunEnded.Divert _, RunEnded.ReplaceGpu _, RunEnded.Crashed _ -> throw end;
            };
        }
    }

    private Ending undone(Ending ending) {
        run.steps.rollingBack();
        run.journal.line("undoing: " + ending.reason());
        Ending left = ending;
        try {
            run.compensations.run();
        } catch (RunEnded stuck) {
            left = new Ending(Outcome.HELD, ending.reason() + "; not undone: " + stuck.reason());
        }
        if (left.outcome() != Outcome.HELD) {
            return left;
        }
        run.cordoning.markTried();
        return endings.hold(left.reason());
    }
}
