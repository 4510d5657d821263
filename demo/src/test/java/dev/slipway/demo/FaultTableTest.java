package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultTableTest {
    private static final int OF_EACH = 4;

    private static FaultPair pair(WorldFault fault, Fate fate, String step) {
        return new FaultPair("gpu-001", fate, step, FaultPair.When.BEFORE, fault);
    }

    private static NodeOutcome end(Outcome outcome, String... path) {
        return new NodeOutcome(
                new NodeRef("demo", "gpu-001"),
                outcome,
                "",
                "",
                List.of(),
                List.of(path),
                Instant.EPOCH,
                Instant.EPOCH,
                "",
                false);
    }

    @Test
    void everyStepOfEveryFateMeetsEveryFaultThatAppliesToIt() {
        List<FaultPair> all = new FaultPlan(1).all();

        for (WorldFault fault : WorldFault.values()) {
            assertThat(all.stream().filter(pair -> pair.fault() == fault).map(FaultPair::step))
                    .as(fault.toString())
                    .containsExactlyInAnyOrderElementsOf(
                            KillPlan.steps().stream().filter(fault::applies).toList());
        }
    }

    @Test
    void aSeedRepeatsItsSampleAndAnotherOneTriesOthers() {
        List<FaultPair> sample = new FaultPlan(7).sample(OF_EACH);

        assertThat(new FaultPlan(7).sample(OF_EACH)).isEqualTo(sample);
        assertThat(new FaultPlan(8).sample(OF_EACH)).isNotEqualTo(sample);
        assertThat(sample).noneMatch(pair -> FaultTable.knownRed(pair).isPresent());
        assertThat(sample).extracting(FaultPair::fault).contains(WorldFault.values());
    }

    @ParameterizedTest
    @EnumSource
    void whatPassesByItselfChangesNothing(WorldFault fault) {
        FaultPair forward = pair(fault, Fate.CONVERGES, "converge");
        FaultPair backward = pair(fault, Fate.ROLLS_BACK, "undo-converge");

        assertThat(FaultTable.wrong(forward, end(Outcome.CONVERGED, "image-drift")))
                .isEmpty();
        assertThat(FaultTable.wrong(backward, end(Outcome.ROLLED_BACK, "image-drift")))
                .isEmpty();
        boolean passes = fault.passes() && fault != WorldFault.SSH_SILENT;
        assertThat(FaultTable.wrong(forward, end(Outcome.HELD, "image-drift")).isPresent())
                .isEqualTo(passes);
    }

    @Test
    void whatWasNotChangedYetIsNotRolledBack() {
        FaultPair early = pair(WorldFault.POWER_LOST, Fate.CONVERGES, "drain");
        FaultPair later = pair(WorldFault.POWER_LOST, Fate.CONVERGES, "converge");

        assertThat(FaultTable.wrong(early, end(Outcome.ROLLED_BACK, "image-drift")))
                .isPresent();
        assertThat(FaultTable.wrong(later, end(Outcome.ROLLED_BACK, "image-drift")))
                .isEmpty();
    }

    @Test
    void aCrashUnderTestsLeadsToTheHardwareOrHoldsTheNode() {
        FaultPair crash = pair(WorldFault.POWER_LOST, Fate.RELOADS, "module-reload-diag-3");

        assertThat(FaultTable.phase(crash.step())).isEqualTo(FaultTable.Phase.TESTING);
        assertThat(FaultTable.wrong(crash, end(Outcome.CONVERGED, "image-drift", "module-reload")))
                .hasValueSatisfying(why -> assertThat(why).contains("though it crashed under its tests"));
        assertThat(FaultTable.wrong(crash, end(Outcome.ROLLED_BACK, "module-reload")))
                .isPresent();
        assertThat(List.of(
                        FaultTable.wrong(crash, end(Outcome.CONVERGED, "module-reload", "gpu-fault-rma")),
                        FaultTable.wrong(crash, end(Outcome.RMA_CANDIDATE, "module-reload", "gpu-fault-rma")),
                        FaultTable.wrong(crash, end(Outcome.HELD, "module-reload"))))
                .containsOnly(Optional.empty());
    }

    @Test
    void eachPairHasANodeAndTwoNodeTestsHavePartnersEnough() {
        FaultRounds rounds = FaultRounds.of(new FaultPlan(3).all().subList(0, 500));

        assertThat(rounds.pairs()).extracting(FaultPair::node).doesNotHaveDuplicates();
        assertThat(rounds.pairs())
                .extracting(FaultPair::node)
                .containsExactlyElementsOf(
                        rounds.plan().hits().stream().map(KillPlan.Hit::node).toList());
        rounds.plan()
                .rounds()
                .forEach(round -> assertThat(round.hits())
                        .hasSizeLessThanOrEqualTo(round.hits().stream().anyMatch(FaultTableTest::pairTest) ? 6 : 36));
    }

    private static boolean pairTest(KillPlan.Hit hit) {
        String step = hit.gate().orElseThrow().place().step();
        return step.endsWith("partner") || step.endsWith("nccl-pair");
    }
}
