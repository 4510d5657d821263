package dev.slipway.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.model.node.NodeRef;
import org.junit.jupiter.api.Test;

class OperatorDecisionsTest {
    private final Journal journal = new Journal(RunKind.NODE_RUN, "image-drift", new NodeRef("prod", "gpu-1"));
    private final OperatorDecisions decisions = new OperatorDecisions(journal);

    @Test
    void aNodeThatIsBeingReadmittedHasNothingLeftToStop() {
        decisions.readmitting(true);

        assertThat(journal.afterAbort()).isEqualTo("has nothing left to stop");
        assertThatThrownBy(decisions::mayAbort).hasMessageContaining("being readmitted");
    }

    @Test
    void oneThatIsRolledBackAfterAllCanBeStopped() {
        decisions.readmitting(true);

        decisions.readmitting(false);

        assertThat(journal.afterAbort()).startsWith("stops at the next safe point");
        decisions.mayAbort();
    }
}
