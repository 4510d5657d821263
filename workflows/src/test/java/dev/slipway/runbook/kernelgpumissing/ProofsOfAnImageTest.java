package dev.slipway.runbook.kernelgpumissing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The proofs of a node whose image was written after its goal and its previous baseline had failed. */
class ProofsOfAnImageTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    /** The boot of the image is the run's own: what is answered under it is no later answer of the tests before. */
    @Test
    void i10_anImageBeginsTheTestsAnew() {
        node.row = "K16";
        node.badDiag.addAll(List.of("pin", "previous"));
        node.onCall = call -> {
            if (call.equals("Image.reimage#1")) {
                node.badDiag.clear();
            }
        };

        NodeOutcome end = bench.runbook(KernelGpuMissing.class, node)
                .run(Bench.trigger(node, Bench.imaging(false), Reason.DRIFT_FOUND));

        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.changed()).contains("image " + FakeNode.PIN);
    }
}
