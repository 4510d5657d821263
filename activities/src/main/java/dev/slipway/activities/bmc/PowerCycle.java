package dev.slipway.activities.bmc;

import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.Backoff;
import dev.slipway.model.Durations;
import java.time.Duration;
import java.time.Instant;

/**
 * Takes the power of one machine away and gives it back. What the BMC answers is not believed: its power is read back.
 */
final class PowerCycle {
    private final Bmc bmc;
    private final ActivityClock clock;
    private final Duration within;

    /** Takes {@code within}, which bounds the time until the power has the requested state. */
    PowerCycle(Bmc bmc, ActivityClock clock, Duration within) {
        this.bmc = bmc;
        this.clock = clock;
        this.within = within;
    }

    /**
     * Switches off and on, each read back; a machine that is off is only switched on. If a BMC offers just one action
     * for both, that is sent and only another boot can prove it. Returns what was seen, for a person. Fails with {@link
     * Kind#REFUSED} if the power does not have the requested state.
     */
    String run(BmcState before) {
        if (!before.canBeReadBack()) {
            send(PowerAction.CYCLE);
            return "told to " + PowerAction.CYCLE + ", which a power state cannot prove";
        }
        if (before.power() != PowerState.OFF) {
            until(PowerAction.OFF, PowerState.OFF);
        }
        giveBack();
        return before.power() == PowerState.OFF ? "found off, now on" : "off and on again, both read back";
    }

    /** Safe to repeat: switches the machine on and reads that back. */
    void giveBack() {
        until(PowerAction.ON, PowerState.ON);
    }

    private void until(PowerAction action, PowerState wanted) {
        Instant end = clock.instant().plus(within);
        send(action);
        String saw = "nothing";
        Backoff pauses = Backoff.NODE;
        while (true) {
            try {
                PowerState now = bmc.state().power();
                if (now == wanted) {
                    return;
                }
                saw = "power " + now;
            } catch (BmcFailure silent) {
                saw = String.valueOf(silent.getMessage());
            }
            if (clock.passed(end)) {
                throw new BmcFailure(
                        Kind.REFUSED,
                        bmc.where() + " accepted " + action + " and did not do it within " + Durations.precise(within)
                                + ": it shows " + saw,
                        "look at the machine and its BMC by hand");
            }
            pauses = pauses.pause(clock, bmc.where() + " got " + action + ", shows " + saw);
        }
    }

    /** Sends an action. A request without an answer may have been executed: the power shows it. */
    private void send(PowerAction action) {
        try {
            bmc.send(action);
        } catch (BmcFailure failure) {
            if (failure.kind() != Kind.UNHEARD) {
                throw failure;
            }
        }
    }
}
