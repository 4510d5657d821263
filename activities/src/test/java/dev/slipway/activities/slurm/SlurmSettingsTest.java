package dev.slipway.activities.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of Slurm's settings is said before a node is taken out, and what refuses it. */
class SlurmSettingsTest {
    private static final Duration REBOOT = Duration.ofMinutes(10);

    private static SlurmSettings settings(String... keysAndValues) {
        Map<String, String> values = new java.util.HashMap<>(
                Map.of("ReturnToService", "1", "SlurmdTimeout", "1800 sec", "SuspendProgram", "(null)"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        values.values().removeIf(String::isEmpty);
        return new SlurmSettings(values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "2"})
    void i4_everyReturnToServiceThatWasSeenKeepsADrain(String value) {
        assertThat(settings("ReturnToService", value).objections()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "(null)", "always"})
    void i4_aReturnToServiceThatIsNotKnownRefusesTheRun(String value) {
        assertThat(settings("ReturnToService", value).objections())
                .singleElement()
                .asString()
                .startsWith("I4: it is not known whether Slurm puts a drained node back")
                .contains("ReturnToService");
    }

    @Test
    void aSlurmdTimeoutThatARebootMayOutlastIsSaidWithWhatSlurmWillShow() {
        assertThat(settings("SlurmdTimeout", "300 sec").remarks(REBOOT))
                .containsExactly(
                        "SlurmdTimeout of 5 min is shorter than a reboot may take (10 min): Slurm calls the node"
                                + " DOWN meanwhile; it stays drained, and stays DOWN until it is resumed"
                                + " (ReturnToService=1): at readmission, or by whoever had drained it before");
        assertThat(settings("SlurmdTimeout", "300 sec", "ReturnToService", "2").remarks(REBOOT))
                .singleElement()
                .asString()
                .endsWith("is IDLE+DRAIN again once slurmd registers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 sec", "600 sec", "1800", "INFINITE", "n/a", "NONE", "(null)"})
    void nothingIsSaidWhereSlurmWaitsLongEnoughOrForEver(String value) {
        assertThat(settings("SlurmdTimeout", value).remarks(REBOOT)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "five minutes", "-1 sec", "300 sec or so"})
    void aTimeThatIsNotUnderstoodIsNeverLongEnough(String value) {
        assertThat(settings("SlurmdTimeout", value).remarks(REBOOT))
                .singleElement()
                .asString()
                .startsWith("SlurmdTimeout")
                .contains("may be shorter than a reboot");
    }

    @Test
    void resumeTimeoutMattersOnlyWhereSlurmSavesPower() {
        assertThat(settings("ResumeTimeout", "60 sec").remarks(REBOOT)).isEmpty();
        assertThat(settings("ResumeTimeout", "60 sec", "SuspendProgram", "/bin/true")
                        .remarks(REBOOT))
                .containsExactly(
                        "ResumeTimeout of 1 min is shorter than a reboot may take (10 min): that counts for nodes"
                                + " that Slurm wakes or reboots itself, not for ours over SSH");
    }
}
