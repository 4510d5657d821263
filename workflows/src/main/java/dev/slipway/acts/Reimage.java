package dev.slipway.acts;

import dev.slipway.frame.FinalImage;
import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.RepairStage;
import dev.slipway.port.Image;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import java.util.List;

/**
 * Writes the image of a node, for any runbook: once per run, only if the fleet writes images, and only on a node that
 * answers, so that the guard can check that it is empty, ours and the same machine.
 */
public final class Reimage implements FinalImage {
    private final RunContext run;
    private String passedOver = "";

    public Reimage(RunContext run) {
        this.run = run;
    }

    /** Writes the goal's image because the runbook's row requires it; if that fails, writes the previous one. */
    public void asDiagnosed() {
        run.safePoint();
        if (!run.ladder().claim(RepairStage.IMAGE)) {
            run.holdForOperator("an image was written in this run before, and is not written again");
        }
        run.onRollback(() -> {
            BaselineRef previous = run.trigger().previous().orElseThrow();
            writeImage(previous);
            run.act(Step.SERVICES, Packages.class, (p, act) -> p.services(act, previous));
        });
        run.changed(List.of("image " + run.trigger().goal()));
        writeImage(run.trigger().goal());
    }

    /**
     * Writes the goal's image as a stage, after the reason {@code why}, and returns whether it was written. Whether it
     * was written: the stage is skipped if the fleet writes no images, or if this run wrote one before. Ends the
     * runbook, with {@code why}, if the image cannot be written.
     */
    public boolean asStage(String why) {
        run.safePoint();
        if (!claim()) {
            return false;
        }
        run.endingBecause(why, () -> goal(why));
        return true;
    }

    @Override
    public boolean possible() {
        return run.trigger().policy().convergeBy() == NodePolicy.ConvergeBy.IMAGE;
    }

    @Override
    public boolean claim() {
        run.stageLeft(false);
        if (!possible()) {
            passedOver = "; no image was written: the fleet's policy does not write images";
        } else if (!run.ladder().claim(RepairStage.IMAGE)) {
            passedOver = "; no image was written: one was in this run before";
        } else {
            return true;
        }
        run.journal(List.of(passedOver.substring(2)));
        return false;
    }

    @Override
    public String passedOver() {
        return passedOver;
    }

    @Override
    public void write(String why) {
        goal(why);
        run.act(
                Step.SERVICES,
                Packages.class,
                (p, act) -> p.services(act, run.trigger().goal()));
        run.act(
                Step.HOLD_PACKAGES,
                Packages.class,
                (p, act) -> p.hold(act, run.trigger().goal()));
    }

    private void goal(String why) {
        run.journal(List.of(why + ": the image is written"));
        writeImage(run.trigger().goal());
        run.changed(List.of("image " + run.trigger().goal()));
    }

    /** A boot that is not the one that runs would let an image that was written long ago count as written now. */
    private void writeImage(BaselineRef goal) {
        FactsRef before = run.step(ActSteps.FACTS_BEFORE_IMAGE, Nodes.class, Nodes::facts);
        run.mustBeTested(ActSteps.FACTS_BEFORE_IMAGE.step().title(), before.bootId());
        run.bootRead(before.bootId());
        run.step(ActSteps.IMAGE, Image.class, (i, act) -> i.reimage(act, goal, before.bootId()));
        run.bindAnew(before);
        run.act(Step.SETTINGS, Packages.class, (p, act) -> p.settings(act, goal));
    }
}
