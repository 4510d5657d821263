package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The image path: written once, tried once more, then the previous image, then held. */
class ReimageTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    ReimageTest() {
        node.row = "D12";
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private NodeOutcome run() {
        NodePolicy patient = new NodePolicy(
                Duration.ofMinutes(30),
                Duration.ofSeconds(603),
                Duration.ofSeconds(903),
                false,
                Duration.ofHours(1),
                5,
                NodePolicy.ConvergeBy.IMAGE,
                List.of());
        return bench.imageDrift(node).run(Bench.trigger(node, patient, Reason.DRIFT_FOUND));
    }

    private void imageFails(int times, FailureType type) {
        IntStream.rangeClosed(1, times)
                .forEach(n -> node.faults.add(new Fault("Image.reimage", n, Fault.When.BEFORE, type)));
    }

    private long written() {
        return node.calls.stream().filter("Image.reimage"::equals).count();
    }

    @Test
    void reimagesWhereTheTableSaysSoAndKnowsTheMachineUnderItsNewName() {
        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).contains("Image.reimage").doesNotContain("Packages.converge");
        assertThat(written()).isEqualTo(1);
        assertThat(node.calls)
                .as("the act after it expects the boot of the image, and is not refused")
                .containsOnlyOnce("Packages.settings");
    }

    @Test
    void i11_aFailedImageIsTriedOnceMoreWhateverPolicySays() {
        imageFails(1, FailureType.STEP_FAILED);

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(written()).isEqualTo(2);
    }

    @Test
    void aSecondFailureWritesThePreviousImageAndProvesIt() {
        imageFails(2, FailureType.STEP_FAILED);

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(written()).isEqualTo(3);
        assertThat(node.running).isEqualTo("previous");
        assertThat(node.pinned).contains(FakeNode.PREVIOUS);
    }

    @Test
    void aPreviousImageThatFailsTwiceLeavesTheNodeHeld() {
        imageFails(4, FailureType.STEP_FAILED);

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(written()).isEqualTo(4);
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void anotherBoardUnderTheSameNameIsHeld() {
        node.onCall = call -> {
            if (call.equals("Image.reimage#1")) {
                node.productUuid = "another board";
            }
        };

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).startsWith("HELD(another machine answers");
    }
}
