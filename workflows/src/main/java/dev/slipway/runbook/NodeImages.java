package dev.slipway.runbook;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.NodePolicy;
import dev.slipway.model.NodeState;
import dev.slipway.model.Rung;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.port.Image;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import java.time.Duration;
import java.util.List;

/**
 * How a node is written anew, whichever runbook comes to it: once in a run, only where the fleet writes images, and only a
 * node that answers, so that the guard can say that it is empty, ours and the same machine.
 */
abstract class NodeImages extends NodeEndings {
    private static final Step BEFORE = new Step("facts-image", "Collect facts before the image", NodeState.CORDONED);
    private static final Step IMAGE = new Step("image", "Write the image", NodeState.REBOOTING);

    private final Port<Image> image =
            Port.lasting(Image.class, Duration.ofMinutes(130)).repeatedOnce();
    private final Port<Packages> written = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private String passedOver = "";

    NodeImages(Trigger trigger, String slug) {
        super(trigger, slug);
    }

    /** Whether this fleet has a way to write images. */
    protected final boolean writesImages() {
        return trigger.policy().means() == NodePolicy.Means.IMAGE;
    }

    /** The way of a runbook whose row asks for the goal's image; where that fails, the previous one is written. */
    protected final void reimage() {
        safePoint();
        if (!first(Rung.IMAGE)) {
            stays("an image was written in this run before, and is not written again");
        }
        onRollback(() -> {
            BaselineRef previous = trigger.previous().orElseThrow();
            write(previous);
            act(Step.SERVICES, written, (p, act) -> p.services(act, previous));
        });
        changed(List.of("image " + trigger.goal()));
        write(trigger.goal());
    }

    /**
     * The rung of the goal's image, after what {@code why} says. Whether it was written: it is passed over where the fleet
     * writes none, and where this run wrote one before. Ends the runbook, with {@code why}, where the image cannot be written.
     */
    protected final boolean reimaged(String why) {
        safePoint();
        if (!mayReimage()) {
            return false;
        }
        try {
            writeGoal(why);
            return true;
        } catch (RollBackWanted failed) {
            throw new RollBackWanted(why + "; " + failed.reason());
        } catch (HoldWanted stuck) {
            throw new HoldWanted(why + "; " + stuck.reason());
        }
    }

    /** Whether the rung may be taken now, and counts as taken from now on; why it is passed over is kept. */
    final boolean mayReimage() {
        steps.rungLeft(false);
        if (!writesImages()) {
            passedOver = "; no image was written: the fleet's policy does not write images";
        } else if (!first(Rung.IMAGE)) {
            passedOver = "; no image was written: one was in this run before";
        } else {
            return true;
        }
        journal.line(passedOver.substring(2));
        return false;
    }

    final void writeGoal(String why) {
        journal.line(why + ": the image is written");
        write(trigger.goal());
        changed(List.of("image " + trigger.goal()));
    }

    /** Why the image was passed over, to be put behind a reason; empty where it was not. */
    protected final String passedOver() {
        return passedOver;
    }

    /** Runs services and holds packages of {@code goal}, whose image was written. */
    final void settled(BaselineRef goal) {
        act(Step.SERVICES, written, (p, act) -> p.services(act, goal));
        act(Step.ENFORCE, written, (p, act) -> p.hold(act, goal));
    }

    /** A boot that is not the one that runs would let an image that was written long ago count as written now. */
    private void write(BaselineRef goal) {
        FactsRef before = step(BEFORE, nodes, Nodes::facts);
        steps.boots().mustBeTested(BEFORE.title(), before.bootId());
        bootRead(before.bootId());
        step(IMAGE, image, (i, act) -> i.reimage(act, goal, before.bootId()));
        boundAnew(before);
        act(Step.SETTINGS, written, (p, act) -> p.settings(act, goal));
    }
}
