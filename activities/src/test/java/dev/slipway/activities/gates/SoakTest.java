package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.CordonRecord;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SoakTest {
    private static final Facts GOOD = Facts.good();

    private static SchedulingState standing(boolean schedulable, boolean ready, Optional<CordonRecord> mark) {
        return new SchedulingState(
                schedulable,
                mark,
                Optional.empty(),
                "run-1",
                Optional.of(new SchedulingState.Machine("uid-1", ready, "boot-1", 8)));
    }

    private static List<String> troubles(Facts facts, boolean foundOut, SchedulingState schedulingState) {
        return new Soak(facts.facts(), foundOut).troubles(schedulingState);
    }

    @Test
    void isCleanWhileNothingHappens() {
        assertThat(troubles(GOOD, false, standing(true, true, Optional.empty())))
                .isEmpty();
    }

    @Test
    void leavesANodeCordonedIfItWasFoundCordonedWithoutCallingThatTrouble() {
        assertThat(troubles(GOOD, true, standing(false, true, Optional.empty())))
                .isEmpty();
    }

    @Test
    void i5_seesErrorsSinceTheLastChangeWhateverTheirTime() {
        XidEvent underTheTests = new XidEvent(Facts.T0.minusSeconds(9_000), "0000:01:00.0", 79, false, "off the bus");

        assertThat(troubles(
                        GOOD.withEvents(Reading.of(List.of(underTheTests))),
                        false,
                        standing(true, true, Optional.empty())))
                .singleElement()
                .asString()
                .contains("XID 79");
    }

    @Test
    void i5_seesANodeThatIsNotReadyOrTakenOut() {
        CordonRecord mark = new CordonRecord(Facts.NODE, "run-2", "schedulable", "", false, Facts.T0);

        assertThat(troubles(GOOD, false, standing(true, false, Optional.empty())))
                .containsExactly("the node is not ready");
        assertThat(troubles(GOOD, false, standing(false, true, Optional.empty())))
                .singleElement()
                .asString()
                .contains("somebody else");
        assertThat(troubles(GOOD, false, standing(false, true, Optional.of(mark))))
                .singleElement()
                .asString()
                .contains("run-2");
    }

    @Test
    void i21_whatCannotBeReadIsTrouble() {
        assertThat(troubles(
                        GOOD.withEvents(Reading.unknown("no journal")).with(Reading.unknown("timed out")),
                        false,
                        standing(true, true, Optional.empty())))
                .hasSize(2);
    }
}
