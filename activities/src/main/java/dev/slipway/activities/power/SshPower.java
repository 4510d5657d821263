package dev.slipway.activities.power;

import dev.slipway.activities.clock.Backoff;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.PowerCycler;
import dev.slipway.activities.spi.Registration;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.Scripts;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshFailure;
import dev.slipway.model.Act;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Power;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reboots over SSH. A node that is down is waited for, whatever the reason; one that stays silent gets its {@link
 * PowerCycler}.
 */
public final class SshPower implements Power {
    private static final String[] SECTIONS = {
        "boot-id", "boot-time", "kernel", "cmdline", "system-state", "kernels", "next-kernel"
    };

    /** Lists the states that count as up, with or without a failed unit; the gates check units. */
    private static final Set<String> UP = Set.of("running", "degraded");

    private static final RemoteCommand ALIVE = RemoteCommand.of("alive", "true");

    private final NodeTools tools;
    private final Guard guard;
    private final Registration registration;
    private final Function<Act, Duration> within;
    private final PowerCycler powerCycler;

    /** {@code within} bounds the node's absence. */
    public SshPower(
            NodeTools tools,
            Guard guard,
            Registration registration,
            Function<Act, Duration> within,
            PowerCycler powerCycler) {
        this.tools = tools;
        this.guard = guard;
        this.registration = registration;
        this.within = within;
        this.powerCycler = powerCycler;
    }

    @Override
    public String reboot(Act act, String leavingBootId) {
        Optional<String> done = powerCycler.resume(act);
        Stay stay = stay(
                act,
                leavingBootId,
                Optional.empty(),
                done.map(cycled -> ", " + cycled).orElse(""));
        if (stay.bootId().isEmpty() && stay.silent() && done.isEmpty() && silent(act)) {
            String cycled = cycle(act, leavingBootId, stay);
            stay = stay(act, leavingBootId, Optional.empty(), ", " + cycled);
            done = Optional.of(cycled);
        }
        String why = stay.why() + done.map(cycled -> "; it " + cycled).orElse("");
        return stay.bootId().orElseThrow(() -> FailureType.STEP_FAILED.of(why));
    }

    @Override
    public StageResult cycle(Act act, String leavingBootId) {
        Optional<String> done = powerCycler.resume(act);
        if (done.isEmpty()) {
            Reading<Boot> now = boot(act);
            if (now.map(boot -> guard.alreadyLeft(leavingBootId, boot.bootId())).or(false)) {
                return StageResult.DONE;
            }
            try {
                guard.beforeMutation(act);
                done = Optional.of(powerCycler.cycle(act, leavingBootId));
            } catch (ApplicationFailure failure) {
                if (!FailureType.STEP_FAILED.is(failure)) {
                    throw failure;
                }
                // One that began and failed may have left the node without power: that is given back first.
                done = powerCycler.resume(act);
                if (done.isEmpty()) {
                    return StageResult.not(failure.getOriginalMessage());
                }
            }
        }
        // The command was sent before: a node whose power is being cut gets no reboot command besides.
        Stay stay = stay(act, leavingBootId, Optional.of(leavingBootId), ", " + done.orElse(""));
        if (stay.bootId().isEmpty()) {
            throw FailureType.STEP_FAILED.of(stay.why() + "; it " + done.orElse(""));
        }
        return StageResult.DONE;
    }

    /**
     * Holds how the wait for another boot ended: with it, or why not. {@code silent}: it never answered under another
     * boot.
     */
    private record Stay(Optional<String> bootId, boolean silent, String why) {}

    private Stay stay(Act act, String leavingBootId, Optional<String> told, String noted) {
        Duration limit = within.apply(act);
        Instant end = tools.clock().instant().plus(limit);
        Order order = new Order(act, told);
        boolean seenAnother = false;
        Backoff pauses = Backoff.NODE;
        while (true) {
            Reading<Boot> boot = boot(act);
            String missing = "does not answer: " + boot.error();
            if (boot.value().isPresent()) {
                Boot now = boot.value().get();
                boolean left = order.sent
                        .map(boots -> !now.bootId().equals(boots))
                        .orElseGet(() -> guard.alreadyLeft(leavingBootId, now.bootId()));
                seenAnother |= left;
                if (left) {
                    Optional<String> lacking = stillMissing(act, now);
                    if (lacking.isEmpty()) {
                        return new Stay(Optional.of(now.bootId()), false, "");
                    }
                    missing = lacking.get();
                } else {
                    missing = "still runs boot " + now.bootId();
                    order.give(now);
                }
            }
            if (tools.clock().passed(end)) {
                mustBeTheNode(act, boot);
                String why = " did not come back from its reboot within " + Durations.words(limit) + ": it " + missing;
                return new Stay(Optional.empty(), !boot.known() && !seenAnother, act.node() + why);
            }
            if (!seenAnother) {
                // A node that has still to go down may be gone at the next look, however often it has answered.
                tools.ssh().goesDown(act.node());
            }
            pauses = pauses.pause(tools.clock(), act.node().name() + " reboots" + noted + ": it " + missing);
        }
    }

    /**
     * Sends the command to leave a boot. A node that goes on unchanged over several checks never received it and gets
     * it again: the node compares the boot, so that a late command does nothing. A node whose power is being cut gets
     * none.
     */
    private final class Order {
        private static final int LOOKS = 4;

        private final Act act;
        private final boolean byPower;
        private Optional<String> sent;
        private int unheard;

        Order(Act act, Optional<String> told) {
            this.act = act;
            this.byPower = told.isPresent();
            this.sent = told;
        }

        void give(Boot now) {
            unheard = UP.contains(now.state()) ? unheard + 1 : 0;
            if (!byPower && (sent.isEmpty() || unheard > LOOKS)) {
                sent = send(act, now.bootId()).or(() -> sent);
                unheard = 0;
            }
        }
    }

    /**
     * Fails with PART_AWAY if no node of the site answers: the silence of this one is then no failure of its reboot.
     */
    private void mustBeTheNode(Act act, Reading<Boot> boot) {
        if (!boot.known()) {
            try {
                tools.ssh().ask(act.node(), ALIVE, Limits.brief());
            } catch (ApplicationFailure silent) {
                FailureType.PART_AWAY.rethrow(silent);
            }
        }
    }

    private String cycle(Act act, String leavingBootId, Stay stay) {
        tools.clock().heartbeat(stay.why());
        try {
            return powerCycler.cycle(act, leavingBootId);
        } catch (ApplicationFailure failure) {
            if (!FailureType.STEP_FAILED.is(failure)) {
                throw failure;
            }
            throw FailureType.STEP_FAILED.of(stay.why() + "; " + failure.getOriginalMessage());
        }
    }

    /**
     * Returns whether the node is silent. A node that refuses the login is alive; only one that does not answer at all
     * is hung.
     */
    private boolean silent(Act act) {
        try {
            tools.ssh().run(act.node(), ALIVE, Limits.brief());
            return false;
        } catch (SshFailure failure) {
            return failure.silent();
        }
    }

    private Optional<String> stillMissing(Act act, Boot now) {
        return UP.contains(now.state()) ? registration.missing(act, now.bootId()) : Optional.of("is " + now.state());
    }

    private Reading<Boot> boot(Act act) {
        try {
            return tools.facts().read(act.node(), act.t0(), SECTIONS).boot();
        } catch (ApplicationFailure silent) {
            if (!FailureType.TRANSIENT.is(silent) && !FailureType.PART_AWAY.is(silent)) {
                throw silent;
            }
            return Reading.unknown(silent.getOriginalMessage());
        }
    }

    /** Returns the boot that received the command; empty if it certainly did not arrive. */
    private Optional<String> send(Act act, String bootId) {
        guard.beforeMutation(act);
        try {
            SshAnswer answer = tools.ssh().run(act.node(), Scripts.reboot(bootId), Limits.brief());
            if (!answer.ok()) {
                throw FailureType.STEP_FAILED.of(act.node() + " refuses to reboot: " + answer.fault());
            }
            return Optional.of(bootId);
        } catch (SshFailure e) {
            return e.dispatched() ? Optional.of(bootId) : Optional.empty();
        }
    }
}
