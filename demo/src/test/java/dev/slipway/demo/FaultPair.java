package dev.slipway.demo;

import dev.slipway.model.Outcome;
import java.util.Optional;

/** One run: its node, what is to become of it undisturbed, and what goes wrong at which step of it. */
record FaultPair(String node, Fate fate, String step, When when, WorldFault fault) {

    /** When it goes wrong, seen from the effect of the step. */
    enum When {
        BEFORE,
        DURING,
        AFTER;

        /** Where the attempt stands. */
        StepGate.Moment moment() {
            return this == AFTER ? StepGate.Moment.AFTER : StepGate.Moment.BEFORE;
        }
    }

    StepGate.Place place() {
        return new StepGate.Place(node, step);
    }

    /** How the run ends when nothing goes wrong. */
    Outcome undisturbed() {
        return fate.end();
    }

    KillPlan.Hit hit() {
        return new KillPlan.Hit(node, fate, Optional.of(new KillPlan.Gate(place(), when.moment())));
    }

    FaultPair on(String other) {
        return new FaultPair(other, fate, step, when, fault);
    }

    @Override
    public String toString() {
        return fault + " " + when + " " + step + " (" + fate + ", " + node + ")";
    }
}
