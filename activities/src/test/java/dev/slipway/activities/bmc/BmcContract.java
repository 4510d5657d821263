package dev.slipway.activities.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.activities.clock.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every BMC has to keep, whatever it speaks; judged by the machine itself. */
abstract class BmcContract {
    @TempDir
    Path folder = Path.of("");

    /** The machine that the BMC powers, and the BMC's manners, seen from outside. */
    interface Trial {
        BmcTarget target(BmcSecret password);

        String password();

        /** {@code lies}, {@code refuse}, {@code slow} or {@code clear}. */
        void bad(String kind);

        boolean powered();

        /** How often the machine was started since it was new. */
        int starts();

        /** Leaves the machine as it was found. */
        void mend();
    }

    abstract Trial trial();

    @AfterEach
    void mend() {
        trial().mend();
    }

    private Bmc open(String password) throws IOException {
        Path file = Files.writeString(folder.resolve("password"), password + "\n");
        return trial().target(new BmcSecret(Optional.of(file), Optional.empty()))
                .open(TestClock.running(1));
    }

    private String cycled(Duration within) throws IOException {
        try (Bmc bmc = open(trial().password())) {
            return new PowerCycle(bmc, TestClock.running(20), within).run(bmc.state());
        }
    }

    private PowerState power() throws IOException {
        try (Bmc bmc = open(trial().password())) {
            return bmc.state().power();
        }
    }

    @Test
    void takesThePowerAndGivesItBackAndBothCanBeReadAndTheMachineStartsOnce() throws IOException {
        int starts = trial().starts();
        assertThat(power()).isEqualTo(PowerState.ON);

        assertThat(cycled(Duration.ofSeconds(60))).isEqualTo("off and on again, both read back");

        assertThat(power()).isEqualTo(PowerState.ON);
        assertThat(trial().powered()).isTrue();
        assertThat(trial().starts()).isEqualTo(starts + 1);
    }

    @Test
    void aMachineThatIsOffStaysOffUntilItIsPutOn() throws IOException {
        try (Bmc bmc = open(trial().password())) {
            bmc.send(PowerAction.OFF);
        }
        assertThat(trial().powered()).isFalse();
        assertThat(power()).isEqualTo(PowerState.OFF);
        assertThat(cycled(Duration.ofSeconds(60))).isEqualTo("found off, now on");
        assertThat(trial().powered()).isTrue();
    }

    @Test
    void aYesThatDidNothingIsFoundOut() throws IOException {
        int starts = trial().starts();
        trial().bad("lies");

        BmcFailure failure = catchThrowableOfType(BmcFailure.class, () -> cycled(Duration.ofSeconds(2)));

        assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure).hasMessageContaining("accepted OFF and did not do it");
        assertThat(trial().starts()).isEqualTo(starts);
    }

    @Test
    void aRefusalIsOneAndNothingHappens() throws IOException {
        int starts = trial().starts();
        trial().bad("refuse");

        assertThat(catchThrowableOfType(BmcFailure.class, () -> cycled(Duration.ofSeconds(2)))
                        .kind())
                .isEqualTo(Kind.REFUSED);
        assertThat(trial().powered()).isTrue();
        assertThat(trial().starts()).isEqualTo(starts);
    }

    @Test
    void aSlowOneIsWaitedForAndToldOnce() throws IOException {
        int starts = trial().starts();
        trial().bad("slow");

        assertThat(cycled(Duration.ofSeconds(90))).contains("both read back");
        assertThat(trial().starts()).isEqualTo(starts + 1);
    }

    @Test
    void aWrongPasswordLetsNobodyIn() throws IOException {
        try (Bmc bmc = open("wrong")) {
            assertThat(catchThrowableOfType(BmcFailure.class, bmc::state).kind())
                    .isIn(Kind.LOGIN, Kind.NO_SESSION);
        }
    }
}
