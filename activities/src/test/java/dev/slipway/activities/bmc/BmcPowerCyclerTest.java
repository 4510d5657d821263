package dev.slipway.activities.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.bmc.FakeBmc.Manner;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.OnceGuard;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BmcPowerCyclerTest {
    private static final String LEAVING = "boot-1";

    private final FakeChassis machine = new FakeChassis();
    private final FakeBmc bmc = new FakeBmc(machine);
    private final Set<String> begun = new HashSet<>();
    private boolean allowed = true;
    private boolean configured = true;
    private Optional<String> frozen = Optional.empty();
    private Optional<String> lastSeen = Optional.of(LEAVING);
    private Optional<String> owner = Optional.of("token-1");
    private List<String> work = List.of();
    private boolean schedulerAway;

    private final OnceGuard journal = new OnceGuard() {
        @Override
        public boolean begun(Act act) {
            return begun.contains(act.token() + act.directory());
        }

        @Override
        public boolean begin(Act act, String through) {
            return begun.add(act.token() + act.directory());
        }
    };

    /** Under our cordon and empty, unless a test says otherwise. */
    private final class Scheduler extends CordonedNode {
        @Override
        public SchedulingState standing(Act act) {
            if (schedulerAway) {
                throw FailureType.TRANSIENT.of("the cluster does not answer");
            }
            Optional<CordonRecord> mark =
                    owner.map(token -> new CordonRecord(act.node(), token, "schedulable", "", false, Instant.EPOCH));
            return new SchedulingState(false, mark, Optional.empty(), "", Optional.empty());
        }

        @Override
        public List<String> work(Act act) {
            return work;
        }
    }

    private BmcPowerCycler hung() {
        Guard guard = new Guard(
                act -> new Scheduler(),
                act -> Reading.unknown("it does not answer"),
                act -> Reading.unknown("it does not answer"),
                fleet -> frozen);
        return new BmcPowerCycler(
                node -> configured
                        ? Optional.of(new BmcDirectory.Entry(() -> bmc, Optional.empty(), allowed))
                        : Optional.empty(),
                guard,
                new LastSeen(() -> lastSeen),
                journal,
                TestClock.still(Instant.EPOCH));
    }

    private static Act act(int attempt) {
        return new Act(
                new NodeRef("c", "gpu-001"),
                "f",
                "token-1",
                "node/c/gpu-001",
                "image-drift",
                Step.REBOOT,
                attempt,
                Optional.of(new Identity("m", FakeChassis.UUID, Optional.empty())),
                Instant.EPOCH);
    }

    private void refuses(FailureType type, String why) {
        assertThatThrownBy(() -> hung().cycle(act(1), LEAVING))
                .isInstanceOfSatisfying(ApplicationFailure.class, failure -> {
                    assertThat(failure.getType())
                            .as(failure.getOriginalMessage())
                            .isEqualTo(type.name());
                    assertThat(failure.getOriginalMessage()).contains(why);
                });
    }

    @Test
    void takesThePowerAndGivesItBackAndReadsBoth() {
        assertThat(hung().cycle(act(1), LEAVING)).contains("off and on again, both read back");
        assertThat(machine.done()).containsExactly("off", "on");
    }

    @Test
    void aMachineThatIsOffIsOnlyPutOn() {
        machine.off();
        assertThat(hung().cycle(act(1), LEAVING)).contains("found off");
        assertThat(bmc.orders()).containsExactly(PowerAction.ON);
    }

    @Test
    void aBmcThatKnowsOnlyOneActGetsThat() {
        bmc.offering(PowerAction.CYCLE);
        assertThat(hung().cycle(act(1), LEAVING)).contains("which a power state cannot prove");
        assertThat(machine.done()).containsExactly("off", "on");
    }

    @Test
    void anOrderThatWasNotHeardIsSeenInThePower() {
        bmc.is(Manner.UNHEARD);
        assertThat(hung().cycle(act(1), LEAVING)).contains("both read back");
        assertThat(bmc.orders()).containsExactly(PowerAction.OFF, PowerAction.ON);
    }

    @Test
    void aBmcThatSaysYesAndDoesNothingIsFoundOut() {
        bmc.is(Manner.LIES);
        refuses(
                FailureType.STEP_FAILED,
                "its power cycle failed: the BMC in memory accepted OFF and did not do it within 90 s: it"
                        + " shows power ON");
        assertThat(bmc.orders()).containsExactly(PowerAction.OFF);
    }

    @Test
    void i9_oneActCyclesOnceWhateverBecomesOfTheWorker() {
        bmc.is(Manner.KILLS_THE_WORKER);
        assertThatThrownBy(() -> hung().cycle(act(1), LEAVING)).isInstanceOf(FakeBmc.WorkerGone.class);
        assertThat(machine.powered()).isFalse();

        assertThat(hung().resume(act(1)))
                .hasValueSatisfying(done -> assertThat(done).contains("is on again"));
        assertThat(hung().resume(act(1)))
                .hasValueSatisfying(done -> assertThat(done).contains("already"));
        refuses(FailureType.STEP_FAILED, "once already");
        assertThat(machine.done()).containsExactly("off", "on");
    }

    @Test
    void anActThatCycledNothingHasNothingToResume() {
        assertThat(hung().resume(act(1))).isEmpty();
        assertThat(bmc.orders()).isEmpty();
    }

    @Test
    void aDecidedRetryIsAnotherAct() {
        hung().cycle(act(1), LEAVING);
        hung().cycle(act(2), LEAVING);
        assertThat(machine.done()).containsExactly("off", "on", "off", "on");
    }

    @Test
    void i6_aNodeWithWorkIsNotCycled() {
        work = List.of("ml/train-7");
        refuses(FailureType.EXTERNAL_CHANGE, "ml/train-7");
        assertThat(machine.done()).isEmpty();
    }

    @Test
    void i2_aNodeThatIsNotUnderOurCordonIsNotCycled() {
        owner = Optional.of("another");
        refuses(FailureType.EXTERNAL_CHANGE, "not under our cordon");
        assertThat(machine.done()).isEmpty();
    }

    @Test
    void aNodeThatCannotBeProvenDrainedIsNotCycled() {
        schedulerAway = true;
        refuses(FailureType.STEP_FAILED, "cannot be proven drained: the cluster does not answer");
        assertThat(machine.done()).isEmpty();
    }

    @Test
    void aNodeThatItsClusterSawUnderAnotherBootIsNotCycled() {
        lastSeen = Optional.of("boot-2");
        refuses(FailureType.STEP_FAILED, "new boot boot-2");
        assertThat(machine.done()).isEmpty();
    }

    @Test
    void aFrozenFleetIsNotCycled() {
        frozen = Optional.of("storage incident");
        refuses(FailureType.EXTERNAL_CHANGE, "storage incident");
        assertThat(machine.done()).isEmpty();
    }

    @Test
    void nothingIsCycledThatPolicyOrConfigurationDoesNotName() {
        allowed = false;
        refuses(FailureType.STEP_FAILED, "powerCycle: true");
        allowed = true;
        configured = false;
        refuses(FailureType.STEP_FAILED, "no BMC is configured");
        assertThat(machine.done()).isEmpty();
    }

    @Test
    void aDeadBmcIsSaidWithItsNextStep() {
        bmc.is(Manner.SILENT);
        refuses(FailureType.STEP_FAILED, "does not answer – see its network");
    }

    @Test
    void theBmcOfAnotherMachineIsNeverUsed() {
        Act foreign = new Act(
                act(1).node(),
                "f",
                "token-1",
                "node/c/gpu-001",
                "image-drift",
                Step.REBOOT,
                1,
                Optional.of(new Identity("m", "00000000-1111-2222-3333-444444444444", Optional.empty())),
                Instant.EPOCH);
        assertThatThrownBy(() -> hung().cycle(foreign, LEAVING))
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        failure -> assertThat(failure.getType()).isEqualTo(FailureType.MACHINE_MISMATCH.name()));
        assertThat(machine.done()).isEmpty();
    }
}
