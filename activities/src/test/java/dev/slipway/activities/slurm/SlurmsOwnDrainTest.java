package dev.slipway.activities.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.model.Act;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A drain that Slurm itself began, because slurmd counts too few GPUs, is the fault's and nobody's: proof ends it. */
class SlurmsOwnDrainTest {
    private static final String WANTS_GPUS = "gres/gpu count reported lower than configured (0 < 8)";
    private static final Act ACT = SlurmNodesContract.act("run-1", new NodeRef("c1", "n1"));

    private final PlayedSlurm slurm = new PlayedSlurm();
    private final SlurmNodes nodes = new SlurmNodes(
            node -> new SlurmSite(slurm.commands(), node.name()),
            act -> Reading.of(new NodeBoots.NodeBoot("boot-1", Instant.EPOCH)),
            act -> Reading.of(List.of()),
            TestClock.running(1));

    @AfterEach
    void close() throws Exception {
        slurm.close();
    }

    private CordonRecord cordoned(String reason) {
        slurm.somebodyChanges("n1", "state=DRAIN", "reason=" + reason);
        return nodes.cordon(ACT, false);
    }

    private SlurmNode node() {
        return new SlurmController(new SlurmSite(slurm.commands(), "n1")).node();
    }

    @Test
    void isEndedWhereTheNodeIsProven() {
        CordonRecord found = cordoned(WANTS_GPUS);
        assertThat(found.foreign()).isFalse();
        assertThat(found.priorReason()).isEqualTo(WANTS_GPUS);

        nodes.restore(ACT, found, true);

        assertThat(node().drained()).isFalse();
        assertThat(node().reason()).isEmpty();
    }

    @Test
    void staysWithItsReasonWhereTheNodeIsPutBackUntouchedAndUnproven() {
        CordonRecord found = cordoned(WANTS_GPUS);

        nodes.restore(ACT, found, false);
        nodes.restore(ACT, found, false);

        assertThat(node().drained()).isTrue();
        assertThat(node().reason()).isEqualTo(WANTS_GPUS);
    }

    @Test
    void i2_aPersonsDrainStaysTheirs() {
        CordonRecord found = cordoned("fan, ticket 4711: gres/gpu count reported lower than configured");

        nodes.restore(ACT, found, true);

        assertThat(node().drained()).isTrue();
    }
}
