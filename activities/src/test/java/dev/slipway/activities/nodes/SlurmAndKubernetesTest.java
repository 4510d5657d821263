package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Readmission;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlurmAndKubernetesTest {
    private static final Identity MACHINE = new Identity("m-1", "u-1", Optional.empty());
    private static final DrainPolicy POLICY = DrainPolicy.waiting(Duration.ofMinutes(1));

    private final List<String> told = new ArrayList<>();
    private final SchedulerInMemory slurm = new SchedulerInMemory("slurm", told);
    private final SchedulerInMemory kubernetes = new SchedulerInMemory("kubernetes", told);
    private final SlurmAndKubernetes both = new SlurmAndKubernetes(slurm, kubernetes, InstantSource.system());
    private final Act act = new Act(
            new NodeRef("c1", "gpu-001"),
            "prod-a",
            "run-1",
            "node/c1/gpu-001",
            "image-drift",
            Step.DRAIN,
            1,
            Optional.of(MACHINE),
            Instant.EPOCH);

    private void readmit(CordonRecord found) {
        FactsRef facts = new FactsRef(act.node(), "f-1", "boot-1", "hash-1", Instant.EPOCH, MACHINE, "as pinned");
        new Readmittance(
                        any -> both,
                        new Readmittance.Proofs(
                                any -> facts,
                                any -> Reading.of(List.of()),
                                ref -> {
                                    throw FailureType.GATE_CLOSED.of("no baseline is asked for");
                                },
                                any -> Reading.of(List.of()),
                                fleet -> false))
                .readmit(act, Readmission.asFound(found, facts, true));
    }

    private void guarded() {
        new Guard(
                        any -> both,
                        any -> Reading.of(new AnsweringMachine(MACHINE)),
                        any -> Reading.of(List.of()),
                        fleet -> Optional.empty())
                .beforeMutation(act);
    }

    @Test
    void leavesSlurmFirstAndComesBackToKubernetesFirst() {
        CordonRecord found = both.cordon(act, false);
        Drained drained = both.drain(act, POLICY);
        guarded();
        readmit(found);

        assertThat(drained.proof()).isEqualTo("no job in Slurm; then kubernetes has nothing there");
        assertThat(found.foreign()).isFalse();
        assertThat(told)
                .containsExactly(
                        "slurm cordon",
                        "kubernetes cordon",
                        "slurm drain",
                        "kubernetes drain",
                        "kubernetes back",
                        "slurm back");
        assertThat(both.standing(act).schedulable()).isTrue();
        assertThat(both.objections(act)).containsExactly("I4: slurm", "I4: kubernetes");
    }

    @Test
    void noPodIsAskedToLeaveWhileAJobRuns() {
        both.cordon(act, false);
        slurm.work = List.of("job 7 of alice");

        assertThat(both.drain(act, POLICY).busy())
                .hasValueSatisfying(busy -> assertThat(busy.who()).isEqualTo("job 7 of alice"));
        assertThat(told).doesNotContain("kubernetes drain");
    }

    @Test
    void i6_emptyIsWhatBothProve() {
        both.cordon(act, false);
        kubernetes.work = List.of("ml/train-7");
        assertThat(both.drain(act, POLICY).busy()).isPresent();
        assertThat(Refusal.of(FailureType.EXTERNAL_CHANGE, this::guarded)).contains("ml/train-7");

        kubernetes.work = List.of();
        slurm.work = List.of("job 7 of alice");
        assertThat(Refusal.of(FailureType.EXTERNAL_CHANGE, this::guarded)).contains("job 7 of alice");
    }

    @Test
    void i1_aCrashBetweenTheTwoReadmissionsLeavesTheNodeDrainedInSlurmAndIsMadeGoodByTheNextAttempt() {
        CordonRecord found = both.cordon(act, false);
        slurm.away = true;
        Refusal.of(FailureType.TRANSIENT, () -> readmit(found));

        assertThat(kubernetes.schedulable).isTrue();
        assertThat(slurm.schedulable).isFalse();
        slurm.away = false;
        Refusal.of(FailureType.EXTERNAL_CHANGE, this::guarded);

        readmit(found);
        readmit(found);

        assertThat(told).filteredOn(line -> line.endsWith("back")).containsExactly("kubernetes back", "slurm back");
        assertThat(both.standing(act).schedulable()).isTrue();
    }

    @Test
    void i2_whatSomebodyElseTookOutOfSlurmStaysOutThereAndOnlyThere() {
        slurm.schedulable = false;
        CordonRecord found = both.cordon(act, false);
        assertThat(found.foreign()).isTrue();
        assertThat(found.priorState()).isEqualTo("unschedulable in Slurm");
        assertThat(found.priorReason()).isEqualTo("ticket of slurm");

        readmit(found);

        assertThat(kubernetes.schedulable).isTrue();
        assertThat(slurm.schedulable).isFalse();
        assertThat(both.standing(act).mark()).isEmpty();
    }

    @Test
    void i2_aNodeThatSomebodyUncordonedInOneOfThemIsNotOurs() {
        CordonRecord found = both.cordon(act, false);
        kubernetes.uncordonedBySomebodyElse();

        Refusal.of(FailureType.EXTERNAL_CHANGE, this::guarded);
        Refusal.of(FailureType.EXTERNAL_CHANGE, () -> readmit(found));
        assertThat(slurm.schedulable).isFalse();
    }

    @Test
    void aCordonThatCrashedHalfWayIsMadeGoodByTheNextAttempt() {
        kubernetes.away = true;
        Refusal.of(FailureType.TRANSIENT, () -> both.cordon(act, false));
        assertThat(both.standing(act).mark()).isEmpty();

        kubernetes.away = false;
        both.cordon(act, false);

        assertThat(both.standing(act).ownedBy("run-1")).isTrue();
        guarded();
    }

    @Test
    void aHeldNodeIsOutInTheOneThatAnswersThoughTheOtherDoesNot() {
        slurm.away = true;

        Refusal.of(FailureType.TRANSIENT, () -> both.hold(act, "gates failed"));

        assertThat(kubernetes.schedulable).isFalse();
        assertThat(told).containsExactly("kubernetes hold");
    }

    @Test
    void aBootThatOnlyOneOfThemHasSeenIsNotSeen() {
        kubernetes.bootId = "boot-2";

        assertThat(new BootRegistration(any -> both).missing(act, "boot-2"))
                .contains(
                        "has not registered its boot: the scheduler still sees boot-2 in Kubernetes, boot-1 in Slurm");
        slurm.bootId = "boot-2";
        assertThat(new BootRegistration(any -> both).missing(act, "boot-2")).isEmpty();
    }
}
