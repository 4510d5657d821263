package dev.slipway.activities.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.PowerCycler;
import dev.slipway.activities.spi.Registration;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.StageResult;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodePlan;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshPowerTest {
    private static final Identity MACHINE = new Identity("m", "p", Optional.empty());

    @TempDir
    private Path folder = Path.of("");

    private final AtomicBoolean frozen = new AtomicBoolean();
    private final AtomicInteger asked = new AtomicInteger();
    private Registration registration = (act, boot) -> Optional.empty();
    private Duration within = Duration.ofSeconds(40);
    private PowerCycler powerCycler = new NoLastResort();
    private ActivityClock clock = OneNode.CLOCK;

    private SshPower power(OneNode node) {
        Guard guard = new Guard(
                act -> new CordonedNode(),
                act -> Reading.of(new AnsweringMachine(MACHINE)),
                act -> Reading.of(List.of()),
                fleet -> frozen.get() ? Optional.of("by hand") : Optional.empty());
        return new SshPower(
                node.tools(clock), guard, (act, boot) -> registration.missing(act, boot), act -> within, powerCycler);
    }

    private static Act act(OneNode node) {
        return node.act("reboot", 1, Optional.of(MACHINE));
    }

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private static String boot(OneNode node) {
        return node.see(() -> node.node().power().bootId());
    }

    private static int boots(OneNode node) {
        return node.see(() -> node.node().power().boots());
    }

    private static void assertFails(FailureType type, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        f -> assertThat(f.getType()).as(f.getOriginalMessage()).isEqualTo(type.name()));
    }

    @Test
    void leavesTheBootAndReturnsWithAnother() {
        try (OneNode node = node()) {
            String before = boot(node);
            int boots = boots(node);
            String after = power(node).reboot(act(node), before);
            assertThat(after).isNotEqualTo(before).isEqualTo(boot(node));
            assertThat(boots(node)).isEqualTo(boots + 1);
        }
    }

    @Test
    void aNodeThatLeftTheBootAlreadyIsNotRebootedAgain() {
        try (OneNode node = node()) {
            int boots = boots(node);
            assertThat(power(node).reboot(act(node), "00000000-0000-0000-0000-000000000000"))
                    .isEqualTo(boot(node));
            assertThat(boots(node)).isEqualTo(boots);
        }
    }

    @Test
    void waitsUntilTheSchedulerHasSeenTheBoot() {
        try (OneNode node = node()) {
            registration = (act, boot) -> asked.incrementAndGet() < 5 ? Optional.of("is not Ready") : Optional.empty();
            power(node).reboot(act(node), boot(node));
            assertThat(asked).hasValue(5);
        }
    }

    @Test
    void anOrderWhoseAnswerIsLostIsNotGivenTwice() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .failing(new Faults.Rule("slipway-reboot", 1, Moment.AFTER, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            int boots = boots(node);
            power(node).reboot(act(node), boot(node));
            assertThat(boots(node)).isEqualTo(boots + 1);
            assertThat(node.see(() -> node.node().faults().calls("slipway-reboot")))
                    .isEqualTo(1);
        }
    }

    /** What was sent and never came to its effect would else be waited for until the time of the step is over. */
    @Test
    void i9_anOrderThatWasLostBeforeItsEffectIsGivenAgainAndTheNodeBootsOnce() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .failing(new Faults.Rule("slipway-reboot", 1, Moment.BEFORE, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            int boots = boots(node);
            String before = boot(node);
            within = Duration.ofSeconds(10);

            assertThat(power(node).reboot(act(node), before)).isNotEqualTo(before);

            assertThat(boots(node)).isEqualTo(boots + 1);
            assertThat(node.see(() -> node.node().faults().calls("slipway-reboot")))
                    .isEqualTo(2);
        }
    }

    @Test
    void aNodeThatAnswersIsPowerCycledOnceAndNotToldToRebootBesides() {
        try (OneNode node = node()) {
            int boots = boots(node);
            String before = boot(node);
            powerCycler = new ByItsBmc(node);

            assertThat(power(node).cycle(act(node), before)).isEqualTo(StageResult.DONE);
            assertThat(power(node).cycle(act(node), before)).isEqualTo(StageResult.DONE);

            assertThat(boots(node)).isEqualTo(boots + 1);
            assertThat(node.see(() -> node.node().power().outages())).isEqualTo(1);
            assertThat(node.see(() -> node.node().faults().calls("slipway-reboot")))
                    .isZero();
        }
    }

    @Test
    void whyThePowerWasLeftAloneIsSaidAndTheNodeRunsOn() {
        try (OneNode node = node()) {
            int boots = boots(node);

            StageResult stageResult = power(node).cycle(act(node), boot(node));

            assertThat(stageResult).isEqualTo(StageResult.not("not power-cycled: no BMC is configured for it"));
            assertThat(boots(node)).isEqualTo(boots);
        }
    }

    @Test
    void aFrozenFleetIsNotPowerCycled() {
        try (OneNode node = node()) {
            frozen.set(true);
            powerCycler = new ByItsBmc(node);

            assertFails(FailureType.EXTERNAL_CHANGE, () -> power(node).cycle(act(node), boot(node)));
            assertThat(node.see(() -> node.node().power().outages())).isZero();
        }
    }

    /** Takes the power and gives it back, and remembers that it did. */
    private static final class ByItsBmc implements PowerCycler {
        private final OneNode node;
        private boolean begun;

        ByItsBmc(OneNode node) {
            this.node = node;
        }

        @Override
        public String cycle(Act act, String leavingBootId) {
            begun = true;
            node.node().clock().run(() -> node.node().power().off());
            node.node().clock().run(() -> node.node().power().on());
            return "off and on again";
        }

        @Override
        public Optional<String> resume(Act act) {
            return begun ? Optional.of("was power-cycled by this step already") : Optional.empty();
        }
    }

    @Test
    void aFrozenFleetIsNotRebooted() {
        try (OneNode node = node()) {
            frozen.set(true);
            int boots = boots(node);
            assertFails(FailureType.EXTERNAL_CHANGE, () -> power(node).reboot(act(node), boot(node)));
            assertThat(boots(node)).isEqualTo(boots);
        }
    }

    @Test
    void aNodeThatDoesNotComeBackIsAKnownFailure() {
        try (OneNode node = node(new Condition.HangsAtReboot())) {
            within = Duration.ofSeconds(1);
            assertFails(FailureType.STEP_FAILED, () -> power(node).reboot(act(node), boot(node)));
        }
    }

    /** A last resort that takes the power of the node away and gives it back. */
    private PowerCycler cycling(OneNode node) {
        return new PowerCycler() {
            @Override
            public String cycle(Act act, String leavingBootId) {
                asked.incrementAndGet();
                within = Duration.ofSeconds(40);
                node.node().clock().run(() -> node.node().power().off());
                node.node().clock().run(() -> node.node().power().on());
                return "power-cycled";
            }

            @Override
            public Optional<String> resume(Act act) {
                return Optional.empty();
            }
        };
    }

    @Test
    void aNodeThatHangsGetsItsLastResortOnceAndReturnsWithAnotherBoot() {
        try (OneNode node = node(new Condition.HangsAtReboot())) {
            within = Duration.ofSeconds(2);
            powerCycler = cycling(node);
            String before = boot(node);
            int boots = boots(node);

            assertThat(power(node).reboot(act(node), before))
                    .isNotEqualTo(before)
                    .isEqualTo(boot(node));
            assertThat(boots(node)).isEqualTo(boots + 1);
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void aNodeOfASiteOfWhichNoneAnswersIsWaitedForAndNotPowerCycled() {
        try (OneNode node = node(new Condition.HangsAtReboot())) {
            within = Duration.ofSeconds(2);
            powerCycler = cycling(node);
            node.hasSilentOther();
            assertFails(FailureType.PART_AWAY, () -> power(node).reboot(act(node), boot(node)));
            assertThat(asked).hasValue(0);
        }
    }

    @Test
    void aNodeThatAnswersIsNeverPowerCycled() {
        try (OneNode node = node()) {
            clock = TestClock.running(1000, () -> Instant.EPOCH.plusSeconds(3600L * asked.get()));
            registration = (act, boot) -> {
                asked.incrementAndGet();
                return Optional.of("is not Ready");
            };
            powerCycler = cycling(node);
            assertFails(FailureType.STEP_FAILED, () -> power(node).reboot(act(node), boot(node)));
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void whatWasNotCycledIsSaidWithItsReason() {
        try (OneNode node = node(new Condition.HangsAtReboot())) {
            within = Duration.ofSeconds(1);
            assertThatThrownBy(() -> power(node).reboot(act(node), boot(node)))
                    .hasMessageContaining("did not come back from its reboot within 1 s")
                    .hasMessageContaining("not power-cycled: no BMC is configured for it");
        }
    }
}
