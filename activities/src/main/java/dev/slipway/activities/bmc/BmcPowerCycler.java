package dev.slipway.activities.bmc;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.OnceGuard;
import dev.slipway.activities.spi.PowerCycler;
import dev.slipway.activities.spi.Registration;
import dev.slipway.model.Act;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Optional;

/**
 * Power-cycles a hung node through its BMC: once per act, and only while our cordon is on it and the scheduler reports
 * it empty.
 */
public final class BmcPowerCycler implements PowerCycler {
    /** A machine shows the power that was taken or given within seconds, a slow BMC within a minute. */
    private static final Duration SHOWN_WITHIN = Duration.ofSeconds(90);
    /** The least that a BMC gets, however fast its site's time passes. */
    private static final Duration SHOWN_SOONEST = Duration.ofSeconds(5);

    private final BmcDirectory directory;
    private final Guard guard;
    private final Registration registration;
    private final OnceGuard journal;
    private final ActivityClock clock;

    public BmcPowerCycler(
            BmcDirectory directory, Guard guard, Registration registration, OnceGuard journal, ActivityClock clock) {
        this.directory = directory;
        this.guard = guard;
        this.registration = registration;
        this.journal = journal;
        this.clock = clock;
    }

    @Override
    public String cycle(Act act, String leavingBootId) {
        BmcDirectory.Entry entry = directory.of(act.node()).orElseThrow(() -> notCycled("no BMC is configured for it"));
        if (!entry.mayCycle()) {
            throw notCycled("the policy of its fleet does not say `powerCycle: true`");
        }
        if (journal.begun(act)) {
            throw notCycled("this step has done so once already");
        }
        try (Bmc bmc = entry.way().get()) {
            BmcState state = usable(act, bmc);
            stillThere(act, leavingBootId);
            drained(act);
            if (!journal.begin(act, bmc.where() + ", " + state.says())) {
                throw notCycled("this step has done so once already");
            }
            return "power-cycled through " + bmc.where() + ": " + cycled(bmc, state);
        } catch (BmcFailure failure) {
            throw notCycled(failure.whole());
        }
    }

    private String cycled(Bmc bmc, BmcState before) {
        try {
            return powerCycle(bmc).run(before);
        } catch (BmcFailure failure) {
            throw FailureType.STEP_FAILED.of("its power cycle failed: " + failure.whole());
        }
    }

    private PowerCycle powerCycle(Bmc bmc) {
        Duration shown = clock.scaled(SHOWN_WITHIN);
        return new PowerCycle(bmc, clock, Durations.longer(shown, SHOWN_SOONEST));
    }

    /**
     * Returns the state of a BMC that can be used; fails for a reset that it lacks, and for a machine that is not the
     * node.
     */
    private static BmcState usable(Act act, Bmc bmc) {
        BmcState state = bmc.state();
        if (!state.canCycle()) {
            throw notCycled(bmc.where() + " offers no reset that ends a hang");
        }
        act.machine().filter(bound -> state.anotherThan(bound.productUuid())).ifPresent(bound -> {
            throw FailureType.MACHINE_MISMATCH.of(bmc.where() + " is that of another machine than " + act.node()
                    + ": it reports " + state.productUuid().orElse("") + ", bound to " + bound.productUuid());
        });
        return state;
    }

    /** A node that its cluster has seen under another boot has left the old one: what is dead there is SSH. */
    private void stillThere(Act act, String leavingBootId) {
        registration
                .lastBoot(act)
                .filter(boot -> guard.alreadyLeft(leavingBootId, boot))
                .ifPresent(boot -> {
                    throw notCycled("its cluster has seen it under the new boot " + boot + ": repair SSH there");
                });
    }

    private void drained(Act act) {
        try {
            guard.beforePowerCycle(act);
        } catch (ApplicationFailure failure) {
            if (FailureType.TRANSIENT.is(failure)) {
                throw notCycled("it cannot be proven drained: " + failure.getOriginalMessage());
            }
            throw failure;
        }
    }

    @Override
    public Optional<String> resume(Act act) {
        if (!journal.begun(act)) {
            return Optional.empty();
        }
        return directory.of(act.node()).map(entry -> {
            try (Bmc bmc = entry.way().get()) {
                if (bmc.state().power() != PowerState.OFF) {
                    return "was power-cycled by this step already";
                }
                guard.beforePowerCycle(act);
                powerCycle(bmc).giveBack();
                return "was left without power by this step and is on again";
            } catch (BmcFailure failure) {
                return "was power-cycled by this step already, and " + failure.whole();
            }
        });
    }

    private static ApplicationFailure notCycled(String why) {
        return FailureType.STEP_FAILED.of("not power-cycled: " + why);
    }
}
