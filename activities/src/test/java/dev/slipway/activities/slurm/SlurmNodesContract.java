package dev.slipway.activities.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What holds on every Slurm, simulated or real. */
abstract class SlurmNodesContract<S extends TestSlurm> {
    private static final NodeRef NODE = new NodeRef("c1", "n1");
    private static final Act ACT = act("run-1", NODE);
    private static final DrainPolicy PATIENT = DrainPolicy.waiting(Duration.ofDays(3));
    private static final DrainPolicy OVER = DrainPolicy.waiting(Duration.ZERO);

    final S slurm;
    private final SlurmNodes nodes;
    private final TestClock clock = TestClock.running(1);
    private Reading<List<Holder>> computing = Reading.of(List.of());
    private Reading<NodeBoots.NodeBoot> boot = Reading.of(new NodeBoots.NodeBoot("boot-1", Instant.EPOCH));

    SlurmNodesContract(S slurm) {
        this.slurm = slurm;
        this.nodes = new SlurmNodes(
                node -> new SlurmSite(slurm.commands(), node.name()), act -> boot, act -> computing, clock);
    }

    static Act act(String token, NodeRef node) {
        Instant t0 = Instant.parse("2026-01-01T00:00:00Z");
        return new Act(node, "prod-a", token, node.workflowId(), "image-drift", Step.DRAIN, 1, Optional.empty(), t0);
    }

    @AfterEach
    void end() throws Exception {
        slurm.close();
    }

    @Test
    void drainsWithOurReasonAsItsFirstWordAndReadsItBack() {
        CordonRecord found = nodes.cordon(ACT, false);

        SlurmNode node = node();
        assertThat(node.states()).containsExactlyInAnyOrder("IDLE", "DRAIN");
        assertThat(node.reason()).startsWith("slipway:run-1 image-drift since ").endsWith(" prior schedulable");
        assertThat(found.foreign()).isFalse();
        assertThat(nodes.cordon(ACT, false)).isEqualTo(found);
        assertThat(nodes.standing(ACT).ownedBy("run-1")).isTrue();
        assertThat(nodes.standing(ACT).schedulable()).isFalse();
    }

    @Test
    void i2_leavesANodeDrainedIfItWasFoundDrainedAndPutsTheReasonBack() {
        String reason = "fan 3 is loud; ticket=4711, \"ask\" Eva | 100% sure: it's the fan";
        slurm.somebodyChanges("n1", "state=DRAIN", "reason=" + reason);

        CordonRecord found = nodes.cordon(ACT, false);
        assertThat(found.foreign()).isTrue();
        assertThat(found.priorReason()).isEqualTo(reason);
        nodes.restore(ACT, found, true);

        assertThat(node().drained()).isTrue();
        assertThat(node().reason()).isEqualTo(reason);
        assertThat(nodes.standing(ACT).readmittedBy()).isEqualTo("run-1");
        assertThat(nodes.standing(ACT).mark()).isEmpty();
    }

    @Test
    void i2_refusesANodeThatAnotherRunHolds() {
        nodes.cordon(act("run-0", NODE), false);
        nodes.hold(act("run-0", NODE), "gates failed on the pin");

        String refused = Refusal.of(FailureType.GATE_CLOSED, () -> nodes.cordon(ACT, false));

        assertThat(refused)
                .contains("run-0")
                .contains("gates failed on the pin")
                .contains("--adopt");
        assertThat(node().reason()).startsWith("slipway:run-0 ");
    }

    @Test
    void adoptsAHeldNodeWithWhatWasFoundBefore() {
        slurm.somebodyChanges("n1", "state=DRAIN", "reason=ticket 4711");
        nodes.cordon(act("run-0", NODE), false);
        nodes.hold(act("run-0", NODE), "gates failed");

        CordonRecord found = nodes.cordon(ACT, true);

        assertThat(found.ownerToken()).isEqualTo("run-1");
        assertThat(found.foreign()).isTrue();
        assertThat(found.priorReason()).isEqualTo("ticket 4711");
        assertThat(nodes.standing(ACT).held()).isEmpty();
    }

    @Test
    void putsBackOnceAndKnowsItAgainThoughAResumeClearsTheReason() {
        slurm.somebodyChanges("n1", "comment=rack 7, left side");
        CordonRecord found = nodes.cordon(ACT, false);

        nodes.restore(ACT, found, true);
        nodes.restore(ACT, found, true);

        SchedulingState schedulingState = nodes.standing(ACT);
        assertThat(schedulingState.schedulable()).isTrue();
        assertThat(schedulingState.mark()).isEmpty();
        assertThat(schedulingState.readmittedBy()).isEqualTo("run-1");
        assertThat(node().reason()).isEmpty();
        assertThat(node().comment()).startsWith("rack 7, left side");
        nodes.cordon(act("run-2", NODE), false);
        assertThat(node().comment()).isEqualTo("rack 7, left side");
    }

    @Test
    void i2_neverEndsADrainThatSomebodyElseSetMeanwhile() {
        CordonRecord found = nodes.cordon(ACT, false);
        slurm.somebodyChanges("n1", "state=DRAIN", "reason=XID 79, do not touch");

        Refusal.of(FailureType.EXTERNAL_CHANGE, () -> nodes.restore(ACT, found, true));
        Refusal.of(FailureType.EXTERNAL_CHANGE, () -> nodes.drain(ACT, PATIENT));
        Refusal.of(FailureType.EXTERNAL_CHANGE, () -> nodes.hold(ACT, "gates failed"));

        assertThat(nodes.standing(ACT).mark()).isEmpty();
        assertThat(node().drained()).isTrue();
        assertThat(node().reason()).isEqualTo("XID 79, do not touch");
    }

    @Test
    void i2_neverLiftsTheDrainOfAnotherRun() {
        CordonRecord found = nodes.cordon(act("run-0", NODE), false);
        CordonRecord asOurs = new CordonRecord(NODE, "run-1", found.priorState(), "", false, found.since());

        Refusal.of(FailureType.EXTERNAL_CHANGE, () -> nodes.restore(ACT, asOurs, true));

        assertThat(node().reason()).startsWith("slipway:run-0 ");
    }

    @Test
    void i6_saysWhichJobIsOnTheNodeAndSinceWhenUntilItEndsByItself() {
        String job = slurm.job("n1");
        nodes.cordon(ACT, false);

        Drained.Busy busy = nodes.drain(ACT, PATIENT).busy().orElseThrow();
        assertThat(busy.who()).contains("job " + job + " of root RUNNING since 2");
        assertThat(busy.lookAgain()).isEqualTo(Duration.ofSeconds(30));
        assertThat(clock.waits()).containsExactly(busy.who());
        assertThat(nodes.work(ACT)).singleElement().asString().contains("job " + job);
        assertThat(Refusal.of(FailureType.DRAIN_BLOCKED, () -> nodes.drain(ACT, OVER)))
                .contains("job " + job);

        slurm.end(job);
        Drained drained = nodes.drain(ACT, OVER);
        assertThat(drained.busy()).isEmpty();
        assertThat(drained.proof()).contains("DRAIN+IDLE with an empty queue");
        assertThat(nodes.work(ACT)).isEmpty();
    }

    @Test
    void doesNotWaitWhereTheNodeMustBeIdleAlready() {
        slurm.job("n1");
        nodes.cordon(ACT, false);

        Refusal.of(FailureType.DRAIN_BLOCKED, () -> nodes.drain(ACT, DrainPolicy.idle(Duration.ofSeconds(30))));
    }

    @Test
    void i6_isNotEmptyWhileAProcessComputesOrTheNodeDoesNotSay() {
        nodes.cordon(ACT, false);

        computing = Reading.of(List.of(new Holder(4121, "python", "GPU 3")));
        assertThat(nodes.drain(ACT, PATIENT).busy().orElseThrow().who()).contains("pid 4121 python is on GPU 3");
        computing = Reading.unknown("connection refused");
        assertThat(nodes.drain(ACT, PATIENT).busy().orElseThrow().who()).contains("connection refused");
    }

    @Test
    void aNodeThatSlurmDoesNotKnowIsUnknownAndNeverDrained() {
        Act nope = act("run-1", new NodeRef("c1", "nope"));

        assertThat(Refusal.of(FailureType.GATE_CLOSED, () -> nodes.cordon(nope, false)))
                .contains("Slurm knows no node nope");
        Refusal.of(FailureType.GATE_CLOSED, () -> nodes.drain(nope, PATIENT));
        Refusal.of(FailureType.GATE_CLOSED, () -> nodes.work(nope));
        Refusal.of(FailureType.GATE_CLOSED, () -> nodes.standing(nope));
    }

    @Test
    void aControllerThatIsAwayIsUnknownAndNeverAnEmptyQueue() {
        nodes.cordon(ACT, false);
        slurm.goesAway();

        assertThat(Refusal.of(FailureType.PART_AWAY, () -> nodes.drain(ACT, PATIENT)))
                .contains("Unable to contact slurm controller");
        Refusal.of(FailureType.PART_AWAY, () -> nodes.work(ACT));

        slurm.comesBack();
        assertThat(nodes.standing(ACT).ownedBy("run-1")).isTrue();
    }

    @Test
    void holdsWithTheReasonBesideTheMark() {
        nodes.hold(ACT, "dcgmi diag failed | GPU 3\nXID 79");

        SchedulingState schedulingState = nodes.standing(ACT);
        assertThat(schedulingState.schedulable()).isFalse();
        assertThat(schedulingState.held()).contains("dcgmi diag failed / GPU 3 XID 79");
        assertThat(schedulingState.ownedBy("run-1")).isTrue();
        assertThat(schedulingState.mark().orElseThrow().foreign()).isFalse();
    }

    @Test
    void i4_staysDrainedAndKnowsTheNewBootWhenTheMachineBoots() {
        nodes.cordon(ACT, false);
        Instant before =
                nodes.standing(ACT).machine().isPresent() ? node().bootedAt().orElseThrow() : Instant.MAX;
        boot = Reading.of(new NodeBoots.NodeBoot("boot-2", before.plusSeconds(3600)));
        assertThat(nodes.standing(ACT).machine().orElseThrow().bootId()).isEqualTo("of " + before);

        boot = Reading.of(new NodeBoots.NodeBoot("boot-2", Instant.now()));
        slurm.boots("n1");

        SchedulingState schedulingState = nodes.standing(ACT);
        assertThat(schedulingState.ownedBy("run-1")).isTrue();
        assertThat(schedulingState.schedulable()).isFalse();
        SchedulingState.Machine machine = schedulingState.machine().orElseThrow();
        assertThat(machine).isEqualTo(new SchedulingState.Machine("", true, "boot-2", 8, Map.of(), machine.reported()));
        assertThat(machine.reported().hostname()).isNotEmpty();
        assertThat(schedulingState.nodeUid()).isEmpty();
    }

    @Test
    void i4_isNotTakenOutWherePowerSavingWouldTakeItDownWhileItIsDrained() {
        assertThat(nodes.objections(ACT)).isEmpty();

        slurm.setting("SuspendProgram=/bin/true");
        try {
            assertThat(nodes.objections(ACT)).singleElement().asString().contains("SuspendExcNodes");
            slurm.setting("SuspendExcNodes=n[1-2]");
            assertThat(nodes.objections(ACT)).isEmpty();
        } finally {
            slurm.setting("SuspendExcNodes=");
            slurm.setting("SuspendProgram=");
        }
    }

    @Test
    void saysThatSlurmWillCallANodeDownThatRebootsForLongerThanItWaits() {
        slurm.setting("SlurmdTimeout=300");
        assertThat(nodes.remarks(ACT))
                .singleElement()
                .asString()
                .startsWith("SlurmdTimeout of 5 min is shorter than a reboot may take (30 min)");

        slurm.setting("SlurmdTimeout=3600");
        try {
            assertThat(nodes.remarks(ACT)).isEmpty();
        } finally {
            slurm.setting("SlurmdTimeout=300");
        }
    }

    private SlurmNode node() {
        return new SlurmController(new SlurmSite(slurm.commands(), "n1")).node();
    }
}
