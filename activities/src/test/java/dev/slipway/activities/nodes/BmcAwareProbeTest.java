package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** R1 in a run: the reason of one that could not read its node says whether the BMC answers. */
class BmcAwareProbeTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    private static final Probes SILENT = (node, t0, sections) -> {
        throw FailureType.TRANSIENT.of(node + " does not answer");
    };

    private static String said(Optional<String> besides, String... sections) {
        return Refusal.of(
                FailureType.TRANSIENT,
                () -> new BmcAwareProbe(SILENT, node -> besides).run(NODE, Instant.EPOCH, sections));
    }

    @Test
    void aSilentNodeIsToldWithWhatItsBmcDoes() {
        assertThat(said(Optional.of("its BMC does not answer either (router R1: oob)")))
                .isEqualTo("c1/gpu-001 does not answer; its BMC does not answer either (router R1: oob)");
        assertThat(said(Optional.empty())).isEqualTo("c1/gpu-001 does not answer");
    }

    @Test
    void whoWaitsForABootAsksForNoBmc() {
        assertThat(said(Optional.of("its BMC answers"), "machine-id")).isEqualTo("c1/gpu-001 does not answer");
    }
}
