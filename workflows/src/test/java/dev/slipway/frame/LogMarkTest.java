package dev.slipway.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.StageResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** I22: from where on errors count. */
class LogMarkTest {
    private static final Identity MACHINE = new Identity("m", "u", Optional.empty());
    private static final Step CHANGE = new Step("load-modules", "Load", NodeState.MUTATING);
    private static final Step LOOK = new Step("check-driver-versions", "Compare", NodeState.CORDONED);
    private final LogMark mark = new LogMark(Optional.empty());

    private static FactsRef facts(String boot, Optional<String> place) {
        return new FactsRef(
                new NodeRef("c1", "n1"),
                "f",
                boot,
                "hash",
                Instant.EPOCH,
                MACHINE,
                "",
                place.map(at -> new LogReading(new LogPosition(boot, at), Reading.of(List.of()))));
    }

    @Test
    void beginsWhereTheFirstReadingEndedAndStaysThereUnderTheSameBoot() {
        mark.note(Step.FACTS, facts("boot-1", Optional.of("journal 7")));
        mark.note(Step.FACTS, facts("boot-1", Optional.of("journal 9")));
        mark.note(CHANGE, StageResult.DONE);
        mark.note(CHANGE, "something else");

        assertThat(mark.position()).contains(new LogPosition("boot-1", "journal 7"));
    }

    @Test
    void aBootCountsFromItsBeginWhateverTheReadingSays() {
        mark.note(Step.FACTS, facts("boot-1", Optional.of("journal 7")));
        mark.note(Step.FACTS, facts("boot-2", Optional.of("journal 9")));

        assertThat(mark.position()).contains(LogPosition.beginOf("boot-2"));
    }

    @Test
    void anActThatLeavesErrorsBehindItMovesTheMark() {
        mark.note(Step.FACTS, facts("boot-1", Optional.of("journal 7")));
        mark.note(CHANGE, StageResult.DONE.countingFrom(Reading.of(new LogPosition("boot-1", "journal 8"))));
        assertThat(mark.position()).contains(new LogPosition("boot-1", "journal 8"));

        mark.note(CHANGE, StageResult.DONE.countingFrom(Reading.unknown("the log could not be read")));
        assertThat(mark.position())
                .as("never forward without a place")
                .contains(new LogPosition("boot-1", "journal 8"));
    }

    /** Versions that agree end a change that does not name the log; after a load, which does, they move nothing. */
    @Test
    void aLookMovesTheMarkOnlyOverAChangeThatDidNot() {
        StageResult found = StageResult.DONE.countingFrom(Reading.of(new LogPosition("boot-1", "journal 9")));
        mark.note(Step.FACTS, facts("boot-1", Optional.of("journal 7")));
        mark.note(LOOK, found);
        assertThat(mark.position()).as("nothing was changed").contains(new LogPosition("boot-1", "journal 7"));

        mark.note(CHANGE, StageResult.DONE.countingFrom(Reading.of(new LogPosition("boot-1", "journal 8"))));
        mark.note(LOOK, found);
        assertThat(mark.position()).as("the load said it").contains(new LogPosition("boot-1", "journal 8"));

        mark.note(CHANGE, List.of("libnvidia-compute"));
        mark.note(LOOK, found);
        assertThat(mark.position()).contains(new LogPosition("boot-1", "journal 9"));
    }

    @Test
    void aReadingThatWasKeptWithoutItsLogCountsTheWholeBoot() {
        mark.note(Step.FACTS, facts("boot-1", Optional.empty()));

        assertThat(mark.position()).contains(LogPosition.beginOf("boot-1"));
    }

    @Test
    void whatAnEarlierRunbookHandedOverIsKept() {
        LogMark carried = new LogMark(Optional.of(new LogPosition("boot-1", "journal 3")));

        carried.note(Step.FACTS, facts("boot-1", Optional.of("journal 7")));

        assertThat(carried.position()).contains(new LogPosition("boot-1", "journal 3"));
    }
}
