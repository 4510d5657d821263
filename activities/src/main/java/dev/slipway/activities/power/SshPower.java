package dev.slipway.activities.power;

import dev.slipway.activities.guard.Guard;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.Pace;
import dev.slipway.activities.ssh.Pulse;
import dev.slipway.activities.ssh.Scripts;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshFailure;
import dev.slipway.model.Act;
import dev.slipway.model.Boot;
import dev.slipway.model.FailureType;
import dev.slipway.model.Reading;
import dev.slipway.port.Power;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/** Reboot over SSH. A node that is down is waited for, whoever sent it there. */
public final class SshPower implements Power {
    private static final String[] SECTIONS = {
        "boot-id", "boot-time", "kernel", "cmdline", "system-state", "kernels", "next-kernel"
    };

    /** Up, with or without a failed unit; the gates look at units. */
    private static final Set<String> UP = Set.of("running", "degraded");

    private final NodeTools tools;
    private final Guard guard;
    private final Registration registration;
    private final Waits waits;

    /** How a reboot waits: {@code within} bounds the node's absence. */
    public record Waits(Pulse pulse, Pace pace, InstantSource clock, Duration within) {}

    public SshPower(NodeTools tools, Guard guard, Registration registration, Waits waits) {
        this.tools = tools;
        this.guard = guard;
        this.registration = registration;
        this.waits = waits;
    }

    @Override
    public String reboot(Act act, String leavingBootId) {
        Instant end = waits.clock().instant().plus(waits.within());
        Optional<String> sent = Optional.empty();
        Duration wait = waits.pace().first();
        while (true) {
            Reading<Boot> boot = look(act);
            String missing = "does not answer: " + boot.error();
            if (boot.value().isPresent()) {
                Boot now = boot.value().get();
                boolean left = sent.isPresent()
                        ? !now.bootId().equals(sent.get())
                        : guard.alreadyLeft(leavingBootId, now.bootId());
                if (left) {
                    Optional<String> lacking = stillMissing(act, now);
                    if (lacking.isEmpty()) {
                        return now.bootId();
                    }
                    missing = lacking.get();
                } else {
                    missing = "still runs boot " + now.bootId();
                    sent = sent.isPresent() ? sent : send(act, now.bootId());
                }
            }
            if (!waits.clock().instant().isBefore(end)) {
                throw FailureType.STEP_FAILED.of(act.node() + " did not come back from its reboot within "
                        + waits.within().toMinutes() + " min: it " + missing);
            }
            waits.pulse().pause(wait, act.node().name() + " reboots: it " + missing);
            wait = waits.pace().next(wait);
        }
    }

    private Optional<String> stillMissing(Act act, Boot now) {
        return UP.contains(now.state()) ? registration.missing(act, now.bootId()) : Optional.of("is " + now.state());
    }

    private Reading<Boot> look(Act act) {
        try {
            return tools.facts().read(act.node(), act.t0(), SECTIONS).boot();
        } catch (ApplicationFailure silent) {
            if (!FailureType.TRANSIENT.is(silent)) {
                throw silent;
            }
            return Reading.unknown(silent.getOriginalMessage());
        }
    }

    /** The boot that was told to go; empty when the order surely did not arrive. The node compares the boot once more. */
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
