package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Identity;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardTest {
    private final NodeInMemory node = new NodeInMemory();
    private final Guard guard = node.guard(Invariants.ALL);

    @BeforeEach
    void cordoned() {
        node.cordon(node.act(), false);
    }

    @Test
    void letsACordonedEmptyNodeBeChanged() {
        assertThatCode(() -> guard.beforeMutation(node.act())).doesNotThrowAnyException();
    }

    @Test
    void i9_refusesWhileTheNodeRunsABootThatTheRunDoesNotKnow() {
        node.bootId = "boot-2";

        ThrowingCallable change = () -> guard.beforeMutation(node.actUnder("boot-1"));
        assertThatThrownBy(change).isInstanceOfSatisfying(ApplicationFailure.class, refused -> {
            assertThat(refused.getType()).isEqualTo(FailureType.REBOOTED.name());
            assertThat(refused.getDetails().get(String.class)).isEqualTo("boot-2");
        });
        // What is written anew boots on its own: an image counts by its manifest.
        assertThatCode(() -> guard.beforeReimage(node.actUnder("boot-1"))).doesNotThrowAnyException();
        assertThatCode(() -> guard.beforeMutation(node.actUnder("boot-2"))).doesNotThrowAnyException();
        assertThatCode(() -> guard.beforeMutation(node.actUnder(""))).doesNotThrowAnyException();
    }

    @Test
    void i6_refusesWhileAPodIsThere() {
        node.pods.add("pod ml/train-7 (Job ml/train-7)");

        assertThat(refused(FailureType.EXTERNAL_CHANGE)).contains("ml/train-7");
        assertThatCode(() -> node.guard(new Invariants(true, true, false, true)).beforeMutation(node.act()))
                .doesNotThrowAnyException();
    }

    @Test
    void i6_refusesWhileAProcessComputes() {
        node.computing = Reading.of(List.of(new Holder(4121, "python", "GPU 0")));

        assertThat(refused(FailureType.EXTERNAL_CHANGE)).contains("4121");
    }

    @Test
    void i6_takesAnUnreadHolderListForNoProof() {
        node.computing = Reading.unknown("nvidia-smi timed out");

        assertThat(refused(FailureType.TRANSIENT)).contains("nvidia-smi timed out");
    }

    @Test
    void i2_refusesWhenTheMarkIsOfAnotherRun() {
        node.markedBy("run-2");

        assertThat(refused(FailureType.EXTERNAL_CHANGE)).contains("run-2");
        assertThatCode(() -> node.guard(new Invariants(true, false, true, true)).beforeMutation(node.act()))
                .doesNotThrowAnyException();
    }

    @Test
    void i2_refusesWhenSomebodyUncordonedTheNode() {
        node.schedulable = true;

        assertThat(refused(FailureType.EXTERNAL_CHANGE)).contains("schedulable");
    }

    @Test
    void refusesEveryChangeOfANodeWhoseDriverIsTheOperators() {
        node.labels =
                Map.of("nvidia.com/gpu.deploy.driver", "true", "nvidia.com/gpu-driver-upgrade-state", "upgrade-done");

        assertThat(refused(FailureType.EXTERNAL_CHANGE)).contains("GPU Operator");
        assertThatThrownBy(() -> guard.beforeAddition(node.act())).hasMessageContaining("GPU Operator");
        assertThatThrownBy(() -> guard.beforeReimage(node.act())).hasMessageContaining("GPU Operator");
        node.labels = Map.of("nvidia.com/gpu.deploy.driver", "true");
        assertThatCode(() -> guard.beforeMutation(node.act()))
                .as("that label stands on every GPU node")
                .doesNotThrowAnyException();
    }

    @Test
    void refusesWhileTheFleetIsFrozen() {
        node.frozen = Optional.of("storage incident, by the on-call");

        assertThat(refused(FailureType.EXTERNAL_CHANGE)).contains("storage incident");
    }

    /** I6 does not ask for it: what nobody on the node notices needs neither a cordon nor an empty node. */
    @Test
    void whatANodeBearsInServiceNeedsNoCordonButTheSameMachineAndAFleetThatIsNotFrozen() {
        node.schedulable = true;
        node.pods.add("pod ml/train-7 (Job ml/train-7)");
        assertThatCode(() -> guard.beforeAddition(node.act())).doesNotThrowAnyException();

        node.frozen = Optional.of("storage incident, by the on-call");
        assertThat(Refusal.of(FailureType.GATE_CLOSED, () -> guard.beforeAddition(node.act())))
                .contains("storage incident");

        node.frozen = Optional.empty();
        node.answering = Reading.of(new Identity("m-1", "u-2", Optional.empty()));
        assertThat(Refusal.of(FailureType.MACHINE_MISMATCH, () -> guard.beforeAddition(node.act())))
                .isNotEmpty();
    }

    @Test
    void refusesAnotherMachineUnderTheSameName() {
        node.answering = Reading.of(new Identity("m-1", "u-2", Optional.empty()));

        refused(FailureType.MACHINE_MISMATCH);
    }

    @Test
    void refusesWhenTheMachineDoesNotSayWhichItIs() {
        node.answering = Reading.unknown("connection reset");

        refused(FailureType.TRANSIENT);
    }

    /** The node is in the cluster's place, and SSH leads elsewhere: two addresses were swapped. */
    @Test
    void refusesAMachineThatItsKubeletDoesNotReport() {
        node.reported = new ReportedMachine("m-1", "u-2", "boot-1", "");

        assertThat(refused(FailureType.MACHINE_MISMATCH)).contains("u-1", "u-2", "fleets/");
        for (Consumer<Act> guarded : List.<Consumer<Act>>of(
                guard::beforeAddition, guard::beforePuttingBack, guard::beforePowerCycle, guard::beforeReimage)) {
            assertThat(Refusal.of(FailureType.MACHINE_MISMATCH, () -> guarded.accept(node.act())))
                    .contains("u-1", "u-2");
        }
    }

    @Test
    void waitsForAKubeletThatHasNotReportedTheBootYet() {
        node.reported = new ReportedMachine("M-1", "U-1", "boot-0", "");

        assertThat(refused(FailureType.TRANSIENT)).contains("boot-0", "boot-1", "not registered");
        assertThat(Refusal.of(FailureType.TRANSIENT, () -> guard.beforeAddition(node.act())))
                .contains("boot-0");
        assertThatCode(() -> guard.beforePuttingBack(node.act()))
                .as("what was stopped starts again whatever the scheduler knows")
                .doesNotThrowAnyException();

        node.reported = new ReportedMachine("m-1", "u-1", "boot-1", "");
        assertThatCode(() -> guard.beforeMutation(node.act())).doesNotThrowAnyException();
    }

    @Test
    void aNodeThatIsWrittenAnewNeedsNoKubeletThatKnowsItsSystem() {
        node.reported = new ReportedMachine("m-0", "u-1", "boot-0", "");

        assertThatCode(() -> guard.beforeReimage(node.act())).doesNotThrowAnyException();
        assertThatCode(() -> guard.beforePowerCycle(node.act())).doesNotThrowAnyException();
    }

    @Test
    void i9_knowsARebootThatWasDone() {
        assertThat(guard.alreadyLeft("boot-1", "boot-2")).isTrue();
        assertThat(guard.alreadyLeft("boot-1", "boot-1")).isFalse();
        assertThat(guard.alreadyLeft("boot-1", "")).isFalse();
        assertThat(node.guard(new Invariants(true, true, true, false)).alreadyLeft("boot-1", "boot-2"))
                .isFalse();
    }

    /** I4: a node whose object registered anew came back schedulable. */
    @Test
    void i4_aNodeWithANewObjectIsTakenOutAgainBeforeItIsWritten() {
        node.nodeUid = "uid-2";
        node.schedulable = true;
        node.mark = Optional.empty();
        node.answering = Reading.of(new Identity("m-2", "u-1", Optional.empty()));

        assertThatCode(() -> guard.beforeReimage(node.act())).doesNotThrowAnyException();
        assertThat(node.schedulable).isFalse();
    }

    @Test
    void i2_aNodeThatSomebodyPutBackIsNotTakenAgainForAnImage() {
        node.schedulable = true;
        node.mark = Optional.empty();

        assertThat(Refusal.of(FailureType.EXTERNAL_CHANGE, () -> guard.beforeReimage(node.act())))
                .contains("schedulable");
        assertThat(node.schedulable).isTrue();
    }

    @Test
    void anImageIsNeverWrittenOverAnotherBoard() {
        node.answering = Reading.of(new Identity("m-1", "u-2", Optional.empty()));

        Refusal.of(FailureType.MACHINE_MISMATCH, () -> guard.beforeReimage(node.act()));
    }

    private String refused(FailureType type) {
        return Refusal.of(type, () -> guard.beforeMutation(node.act()));
    }
}
