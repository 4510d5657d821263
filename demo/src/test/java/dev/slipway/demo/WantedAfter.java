package dev.slipway.demo;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;

/** What the observer must find of an Ubuntu node when its run was told to have ended so. */
final class WantedAfter {
    private WantedAfter() {}

    /** With so many boots and package transactions at the most. */
    static Wanted run(Outcome end, int boots, int transactions) {
        Wanted wanted = switch (end) {
            case CONVERGED -> Wanted.whole(SoftwareSet.pinned());
            case ROLLED_BACK -> Wanted.whole(SoftwareSet.previous());
            case UNTOUCHED -> Wanted.untouched(false);
            case HELD, RMA_CANDIDATE -> Wanted.untouched(true);
        };
        return wanted.atMost(boots, transactions);
    }

    /** Of image-drift, which goes forward once and back once. */
    static Wanted imageDrift(Outcome end) {
        return switch (end) {
            case UNTOUCHED -> run(end, 0, 0);
            case CONVERGED -> run(end, 1, 1);
            default -> run(end, 2, 2);
        };
    }
}
