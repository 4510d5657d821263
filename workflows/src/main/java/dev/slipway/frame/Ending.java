package dev.slipway.frame;

import dev.slipway.model.Outcome;

/** How a run leaves its node, and why. */
record Ending(Outcome outcome, String reason) {
    /** The same outcome, with more of a reason. */
    Ending because(String fuller) {
        return new Ending(outcome, fuller);
    }
}
