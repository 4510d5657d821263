package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.ReleaseRecords;
import dev.slipway.model.FailureType;
import dev.slipway.model.Who;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.UnverifiedRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReleaseByHandTest {
    private static final UnverifiedRelease WISH = new UnverifiedRelease(
            NodeInMemory.NODE,
            "prod-a",
            new Who("oncall", "vendor replaced it"),
            NodeInMemory.T0.plus(Duration.ofDays(1)),
            false);
    private static final String BACK = "already in service; without proof until " + WISH.until();

    private final NodeInMemory node = new NodeInMemory();
    private final Remembered remembered = new Remembered();
    private final ReleaseByHand releases = new ReleaseByHand(act -> node, remembered);

    @Test
    void putsAHeldNodeBackAndWritesTheOverrideDownFirst() {
        node.cordon(node.act(), false);
        node.markedBy("run-of-yesterday");
        assertThat(releases.release(node.act(), WISH)).contains("without proof until");
        assertThat(node.schedulable).isTrue();
        assertThat(node.mark).isEmpty();
        assertThat(remembered.lines).containsExactly("override by oncall", "released run-of-yesterday");
    }

    @Test
    void leavesANodeOutThatSomebodyElseHadTakenOutBeforeUs() {
        node.cordonedBySomebodyElse();
        node.cordon(node.act(), false);
        assertThat(releases.release(node.act(), WISH)).contains("stays out as it was found");
        assertThat(node.schedulable).isFalse();
        assertThat(node.mark).isEmpty();
        assertThat(remembered.lines).containsExactly("released run-1");
        assertThat(releases.expired(node.act(), WISH))
                .as("it is not in service at the end")
                .isEmpty();
    }

    @Test
    void countsForANodeThatWasFoundOutAndThatItsOwnerPutBackMeanwhile() {
        node.cordonedBySomebodyElse();
        node.cordon(node.act(), false);
        node.schedulable = true;

        assertThat(releases.release(node.act(), WISH)).contains("without proof until");

        assertThat(releases.expired(node.act(), WISH)).contains("not proved since");
    }

    @Test
    void refusesANodeThatIsNotOursToRelease() {
        node.cordonedBySomebodyElse();
        Refusal.of(FailureType.EXTERNAL_CHANGE, () -> releases.release(node.act(), WISH));
        assertThat(node.schedulable).isFalse();
        assertThat(remembered.lines).isEmpty();
    }

    @Test
    void refusesWithoutNameAndReason() {
        node.cordon(node.act(), false);
        UnverifiedRelease nobody =
                new UnverifiedRelease(WISH.node(), WISH.fleet(), new Who("", ""), WISH.until(), false);
        Refusal.of(FailureType.GATE_CLOSED, () -> releases.release(node.act(), nobody));
        assertThat(node.schedulable).isFalse();
    }

    @Test
    void countsAlsoForANodeThatIsBackAlready() {
        assertThat(releases.release(node.act(), WISH)).isEqualTo(BACK);
        assertThat(remembered.lines).containsExactly("override by oncall", "released ");
        assertThat(releases.expired(node.act(), WISH)).contains("not proved since");
    }

    @Test
    void forgetsTheCordonOfANodeThatIsBackAlready() {
        remembered.found = Optional.of(
                new CordonRecord(NodeInMemory.NODE, "run-of-yesterday", "schedulable", "", false, NodeInMemory.T0));

        assertThat(releases.release(node.act(), WISH)).isEqualTo(BACK);

        assertThat(remembered.lines).containsExactly("override by oncall", "released run-of-yesterday");
    }

    @Test
    void saysAtItsEndHowANodeThatNobodyProvedIsProved() {
        assertThat(releases.expired(node.act(), WISH)).isEmpty();

        remembered.overriding(WISH);

        assertThat(releases.expired(node.act(), WISH))
                .startsWith(node.act().node() + " was released without proof until " + WISH.until() + " by oncall")
                .contains(", and not proved since. Prove it: slipway run image-drift --node");
    }

    private static final class Remembered implements ReleaseRecords {
        private final List<String> lines = new ArrayList<>();
        private Optional<CordonRecord> found = Optional.empty();

        @Override
        public Optional<CordonRecord> found(NodeRef node) {
            return found;
        }

        @Override
        public void overriding(UnverifiedRelease request) {
            lines.add("override by " + request.who().name());
        }

        @Override
        public void released(NodeRef released, String ownerToken) {
            lines.add("released " + ownerToken);
        }

        @Override
        public boolean counts(UnverifiedRelease request) {
            return lines.contains("override by " + request.who().name());
        }
    }
}
