package dev.slipway.frame;

import dev.slipway.model.Outcome;

/** Describes how a run leaves its node, and why. */
record Ending(Outcome outcome, String reason) {
    /** Returns the same outcome, with a longer reason. */
    Ending because(String fuller) {
        return new Ending(outcome, fuller);
    }
}
