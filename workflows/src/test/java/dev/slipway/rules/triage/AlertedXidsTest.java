package dev.slipway.rules.triage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An XID that an alert names counts beside those of the node's log, once, and since the node's boot. */
class AlertedXidsTest {
    private static final Instant LONG_AGO = Known.BOOT.plusSeconds(60);

    private static List<XidVerdict> verdicts(Known known, Instant at, String bdf) {
        known.outside = known.outside.alerted(List.of(new XidEvent(at, bdf, 79, false, "")));
        return Xids.of(known.signals()).verdicts();
    }

    @Test
    void countsSinceTheBootHoweverLongAgoThatWas() {
        Known known = Known.well();
        known.outside = known.outside.since(Known.NOW);

        assertThat(verdicts(known, LONG_AGO, Known.GPU)).singleElement().satisfies(found -> {
            assertThat(found.code()).isEqualTo(79);
            assertThat(found.care()).isEqualTo(XidAction.REBOOT);
            assertThat(found.device().serial()).isNotBlank();
        });
    }

    @Test
    void ofAnEarlierBootCountsNoMore() {
        assertThat(verdicts(Known.well(), Known.BOOT.minusSeconds(1), Known.GPU))
                .isEmpty();
    }

    @Test
    void countsOnceWhereTheLogShowsItToo() {
        assertThat(verdicts(Known.well().xid(79, ""), LONG_AGO, Known.GPU))
                .singleElement()
                .satisfies(found -> assertThat(found.count().times()).isEqualTo(1));
        assertThat(verdicts(Known.well().xid(79, ""), LONG_AGO, ""))
                .as("it names no GPU")
                .hasSize(1);
        assertThat(verdicts(Known.well().xid(79, ""), LONG_AGO, Known.OTHER))
                .as("on another GPU")
                .hasSize(2);
    }

    @Test
    void countsAlsoWhereTheLogCannotBeRead() {
        Known known = Known.well();
        known.sample.events = Reading.unknown("the journal is away");

        assertThat(verdicts(known, LONG_AGO, Known.GPU)).hasSize(1);
        assertThat(Xids.of(known.signals()).unjudged()).anyMatch(text -> text.contains("the journal is away"));
    }
}
