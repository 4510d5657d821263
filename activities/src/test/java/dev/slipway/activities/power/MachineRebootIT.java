package dev.slipway.activities.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.DrainPolicy;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Goal: the reboot step, unchanged, on a machine with a kernel of its own. SSH goes, and comes back under another
 * boot_id. One whose kernel panicked is silent, not well; the same step power-cycles it through its BMC, once, and only
 * while it is under our cordon and proven empty. Method: a machine of the lab in qemu, its BMC the lab's Redfish
 * service, its scheduler a simulated cluster. Its boots are counted on its console.
 */
@Tag("prove-vm")
@Timeout(1800)
class MachineRebootIT {
    private final MachineSite site = new MachineSite();

    MachineRebootIT() throws IOException {}

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void aKernelOfItsOwnGoesAndComesBackAndOneThatPanickedIsPowerCycledThroughItsBmc() throws Exception {
        Act act = site.act("token-1", 1);
        int boots = site.boots();
        Boot first = site.boot(act.t0());
        assertThat(first.kernel()).isEqualTo(MachineSite.read(site.lab.resolve("release")));

        refused(act, first, "I2", "not under our cordon");
        site.scheduler.cordon(act, false);
        refused(act, first, "I6", MachineSite.POD);
        site.scheduler.drain(act, DrainPolicy.waiting(Duration.ofMinutes(10)));
        refused(site.act("token-2", 1), first, "I2", "not under our cordon");
        assertThat(site.boots()).as("refused, and yet cycled").isEqualTo(boots);

        String second = site.power().reboot(act, first.bootId());
        assertThat(second)
                .isNotEqualTo(first.bootId())
                .isEqualTo(site.boot(act.t0()).bootId());
        assertThat(site.power().reboot(act, first.bootId())).isEqualTo(second);
        assertThat(site.boots()).isEqualTo(boots + 1);
        site.clusterSees(second);

        String third = powerCycled(second, boots + 1);
        figures("machines=1 boots_expected=2 boots_seen=%d boot_ids=%d panics=1 power_cycled=1 refused=3 kernel=%s"
                .formatted(
                        site.boots() - boots,
                        Set.of(first.bootId(), second, third).size(),
                        first.kernel()));
    }

    /** The step finds the machine silent, cycles it, and takes the boot that follows for the one it was to bring about. */
    private String powerCycled(String leaving, int boots) throws Exception {
        Act act = site.act("token-1", 2);
        site.order("panic", "v1");
        ApplicationFailure silent = catchThrowableOfType(ApplicationFailure.class, () -> site.boot(act.t0()));
        assertThat(FailureType.TRANSIENT.is(silent)).isTrue();
        assertThat(site.boots()).as("came back by itself").isEqualTo(boots);

        site.isTakenForHungAfter(Duration.ofSeconds(5));
        String next = site.power().reboot(act, leaving);
        assertThat(next).isNotEqualTo(leaving).isEqualTo(site.boot(act.t0()).bootId());
        assertThat(site.power().reboot(act, leaving)).isEqualTo(next);
        assertThat(site.boots()).as("cycled once, and not rebooted besides").isEqualTo(boots + 1);
        return next;
    }

    private void refused(Act act, Boot running, String invariant, String why) {
        assertThat(catchThrowable(() -> site.hung().cycle(act, running.bootId())))
                .as(invariant)
                .isInstanceOfSatisfying(ApplicationFailure.class, failure -> {
                    assertThat(FailureType.EXTERNAL_CHANGE.is(failure)).isTrue();
                    assertThat(failure.getOriginalMessage()).contains(why);
                });
    }

    private static void figures(String line) throws IOException {
        Optional<String> file = Optional.ofNullable(System.getenv("SLIPWAY_FIGURES"));
        if (file.isPresent()) {
            Files.writeString(Path.of(file.get()), line + "\n");
        }
    }
}
