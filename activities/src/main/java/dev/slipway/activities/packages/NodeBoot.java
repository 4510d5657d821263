package dev.slipway.activities.packages;

import dev.slipway.activities.ssh.BootUnit;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.Scripts;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import java.time.Duration;

/** Writes the unit that sets the GPUs of a node after each boot, whatever brought the node to its baseline. */
record NodeBoot(SshNodes ssh) {
    private static final Limits LIMITS = Limits.of(Duration.ofMinutes(1));

    /** Safe to repeat: reads only. Returns whether the node has another unit than its baseline needs. */
    boolean differs(Act act, Baseline goal) {
        SshAnswer answer = asked(act, Scripts.bootUnitDiffers(BootUnit.of(goal)));
        return switch (answer.out().strip()) {
            case "same" -> false;
            case "differs" -> true;
            default ->
                throw FailureType.TRANSIENT.of(
                        "Could not read the unit slipway-boot of " + act.node() + ": " + answer.fault());
        };
    }

    /** Safe to repeat. Fails with STEP_FAILED if the node does not take the unit. */
    void write(Act act, Baseline goal) {
        SshAnswer answer = asked(act, Scripts.writeBootUnit(BootUnit.of(goal)));
        if (!answer.ok()) {
            throw FailureType.STEP_FAILED.of("The unit slipway-boot on " + act.node() + ": " + answer.fault());
        }
    }

    private SshAnswer asked(Act act, RemoteCommand command) {
        return ssh.ask(act.node(), command, LIMITS);
    }
}
