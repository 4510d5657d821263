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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the guard checks besides changes: power cycles, images, restored services, and tests on a leased node. */
class GuardedMomentsTest {
    private final NodeInMemory node = new NodeInMemory();
    private final Guard guard = node.guard(Invariants.ALL);

    @BeforeEach
    void cordoned() {
        node.cordon(node.act(), false);
    }

    private String refused(FailureType type, Consumer<Act> moment) {
        return Refusal.of(type, () -> moment.accept(node.act()));
    }

    private void allowed(Consumer<Act> moment) {
        assertThatCode(() -> moment.accept(node.act())).doesNotThrowAnyException();
    }

    @Test
    void aFrozenFleetLosesNoPowerAndGetsNoImage() {
        allowed(guard::beforePowerCycle);
        allowed(guard::beforeReimage);

        node.frozen = Optional.of("storage incident");

        assertThat(refused(FailureType.EXTERNAL_CHANGE, guard::beforePowerCycle))
                .contains("prod-a is frozen: storage incident");
        assertThat(refused(FailureType.EXTERNAL_CHANGE, guard::beforeReimage))
                .contains("prod-a is frozen: storage incident");
    }

    @Test
    void i2_aNodeThatIsNotUnderOurCordonLosesNoPowerAndIsNotTested() {
        node.markedBy("run-2");

        assertThat(refused(FailureType.EXTERNAL_CHANGE, guard::beforePowerCycle))
                .contains("taken out by run run-2");
        assertThat(refused(FailureType.EXTERNAL_CHANGE, guard::beforeReimage)).contains("run-2");
        assertThat(refused(FailureType.EXTERNAL_CHANGE, guard::beforeTest)).contains("run-2");
    }

    @Test
    void i6_aNodeWithWorkLosesNoPowerGetsNoImageAndIsNotTested() {
        node.pods.add("pod ml/train-7");

        for (Consumer<Act> moment :
                List.<Consumer<Act>>of(guard::beforePowerCycle, guard::beforeReimage, guard::beforeTest)) {
            assertThat(refused(FailureType.EXTERNAL_CHANGE, moment)).contains("is not empty any more: pod ml/train-7");
        }
        Guard careless = node.guard(new Invariants(true, true, false, true));
        allowed(careless::beforePowerCycle);
    }

    @Test
    void i6_aNodeThatComputesGetsNoImageAndIsNotTested() {
        node.computing = Reading.of(List.of(new Holder(4121, "python", "GPU 0"), new Holder(7, "mpirun", "GPU 1")));

        assertThat(refused(FailureType.EXTERNAL_CHANGE, guard::beforeReimage))
                .contains("computes again: pid 4121 python, pid 7 mpirun");
        assertThat(refused(FailureType.EXTERNAL_CHANGE, guard::beforeTest)).contains("pid 4121 python");
        allowed(guard::beforePowerCycle);
        allowed(guard::beforePuttingBack);
    }

    @Test
    void aNodeWhoseObjectInTheClusterIsNewLosesNoPower() {
        node.nodeUid = "uid-2";
        assertThat(refused(FailureType.MACHINE_MISMATCH, guard::beforePowerCycle))
                .contains("bound to uid-1, the cluster knows uid-2");

        node.nodeUid = "";
        allowed(guard::beforePowerCycle);

        node.nodeUid = "uid-2";
        Act withoutObject = bound(new Identity("m-1", "u-1", Optional.empty()));
        assertThatCode(() -> guard.beforePowerCycle(withoutObject)).doesNotThrowAnyException();
    }

    @Test
    void aNodeThatIsBoundToNoMachineIsNeverChanged() {
        Act unbound = node.actOn(Optional.empty());

        for (Consumer<Act> moment : List.<Consumer<Act>>of(
                guard::beforeMutation,
                guard::beforeAddition,
                guard::beforePuttingBack,
                guard::beforePowerCycle,
                guard::beforeReimage)) {
            assertThat(Refusal.of(FailureType.MACHINE_MISMATCH, () -> moment.accept(unbound)))
                    .contains("its facts were never read in this run");
        }
    }

    @Test
    void whatWasStoppedIsNotStartedOnAnotherMachine() {
        node.answering = Reading.of(new Identity("m-1", "u-2", Optional.empty()));

        assertThat(refused(FailureType.MACHINE_MISMATCH, guard::beforePuttingBack))
                .contains("is another machine");
        assertThat(refused(FailureType.MACHINE_MISMATCH, guard::beforeReimage)).contains("bound to", "u-1", "u-2");
    }

    @Test
    void aMachineThatDoesNotAnswerGetsNoImage() {
        node.answering = Reading.unknown("connection reset");

        assertThat(refused(FailureType.TRANSIENT, guard::beforeReimage))
                .contains("Could not read which machine answers on c1/gpu-001: connection reset");
    }

    @Test
    void aBoardThatTheKubeletDoesNotReportIsRefusedUnderAnImageThatIsHalfWritten() {
        node.reported = new ReportedMachine("m-0", "u-2", "boot-0", "");

        assertThat(refused(FailureType.MACHINE_MISMATCH, guard::beforeReimage)).contains("u-2");
    }

    @Test
    void aNodeThatDoesNotReportItsBootIsNotChanged() {
        node.bootId = "";

        assertThat(Refusal.of(FailureType.TRANSIENT, () -> guard.beforeMutation(node.actUnder("boot-1"))))
                .contains("which boot c1/gpu-001 runs");
        Guard careless = node.guard(new Invariants(true, true, true, false));
        assertThatCode(() -> careless.beforeMutation(node.actUnder("boot-1"))).doesNotThrowAnyException();
    }

    @Test
    void aLeasedNodeIsTestedUnderTheBootOfItsLeaseOnly() {
        assertThatCode(() -> guard.beforeTest(node.actUnder("boot-1"))).doesNotThrowAnyException();
        assertThatCode(() -> guard.afterTest(node.actUnder("boot-1"))).doesNotThrowAnyException();
        node.bootId = "boot-2";

        for (Consumer<Act> moment : List.<Consumer<Act>>of(guard::beforeTest, guard::afterTest)) {
            assertThatThrownBy(() -> moment.accept(node.actUnder("boot-1")))
                    .isInstanceOfSatisfying(ApplicationFailure.class, crashed -> {
                        assertThat(crashed.getType()).isEqualTo(FailureType.REBOOTED.name());
                        assertThat(crashed.getDetails().get(String.class)).isEqualTo("boot-2");
                        assertThat(crashed.getOriginalMessage()).contains("it runs boot boot-2", "under boot boot-1");
                    });
        }
    }

    @Test
    void aLeaseOfAnOlderWorkerNamesNoBootAndIsNotComparedWithOne() {
        node.answering = Reading.unknown("connection reset");

        allowed(guard::afterTest);
        assertThat(Refusal.of(FailureType.TRANSIENT, () -> guard.afterTest(node.actUnder("boot-1"))))
                .contains("connection reset");
    }

    @Test
    void aLeasedNodeThatDoesNotReportItsBootProvesNothing() {
        node.bootId = "";

        assertThat(Refusal.of(FailureType.TRANSIENT, () -> guard.afterTest(node.actUnder("boot-1"))))
                .contains("which boot c1/gpu-001 runs");
    }

    @Test
    void i4_keepsOutOnlyANodeWhoseObjectIsNew() {
        node.schedulable = true;
        guard.keepOut(node.act());
        assertThat(node.schedulable).as("somebody put it back").isTrue();

        node.nodeUid = "";
        guard.keepOut(node.act());
        assertThat(node.schedulable).as("it has no object").isTrue();

        node.nodeUid = "uid-2";
        guard.keepOut(bound(new Identity("m-1", "u-1", Optional.empty())));
        assertThat(node.schedulable).as("it had no object").isTrue();

        guard.keepOut(node.act());
        assertThat(node.schedulable).isFalse();
    }

    @Test
    void aDriverOfTheOperatorsIsNotChangedByAnAdditionEither() {
        node.labels =
                Map.of("nvidia.com/gpu.deploy.driver", "true", "nvidia.com/gpu-driver-upgrade-state", "upgrade-done");

        assertThat(refused(FailureType.EXTERNAL_CHANGE, guard::beforeAddition)).contains("by its labels");
        allowed(guard::beforePuttingBack);
    }

    private Act bound(Identity machine) {
        return node.actOn(Optional.of(machine));
    }
}
