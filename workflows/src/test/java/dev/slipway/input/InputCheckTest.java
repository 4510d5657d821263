package dev.slipway.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InputCheckTest {
    @Test
    void aSpanBeyondTenYearsIsRefusedAsPeopleWriteIt() {
        assertThat(InputCheck.flaw("wait", Duration.ofDays(3_650))).isEmpty();
        assertThat(InputCheck.flaw("wait", Duration.ofDays(3_651))).contains("wait is longer than 3650 d");
    }
}
