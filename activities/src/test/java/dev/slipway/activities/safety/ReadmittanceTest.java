package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Readmission;
import dev.slipway.model.node.VerificationRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadmittanceTest {
    private final NodeInMemory node = new NodeInMemory();

    @Test
    void putsAProvenNodeBackIntoService() {
        CordonRecord cordon = node.cordon(node.act(), false);

        node.readmittance(Invariants.ALL).readmit(node.act(), proven(cordon, passed()));

        assertThat(node.schedulable).isTrue();
        assertThat(node.mark).isEmpty();
    }

    @Test
    void refusesAMachineThatTheKubeletOfItsNodeDoesNotReport() {
        CordonRecord cordon = node.cordon(node.act(), false);
        node.reported = new ReportedMachine("m-1", "u-2", "boot-1", "");

        assertThat(refused(FailureType.MACHINE_MISMATCH, proven(cordon, passed())))
                .contains("u-1", "u-2");
        assertThat(node.mark).isPresent();
    }

    @Test
    void isDoneWhenItIsAskedAgain() {
        CordonRecord cordon = node.cordon(node.act(), false);
        Readmission request = proven(cordon, passed());
        node.readmittance(Invariants.ALL).readmit(node.act(), request);
        node.bootId = "boot-2";

        node.readmittance(Invariants.ALL).readmit(node.act(), request);

        assertThat(node.schedulable).isTrue();
    }

    @Test
    void i1_refusesWithoutAnyProof() {
        CordonRecord cordon = node.cordon(node.act(), false);

        refused(new Readmission(cordon, Optional.empty(), Optional.empty(), false));
    }

    @Test
    void i1_refusesAProofOfAnotherBoot() {
        Readmission request = proven(node.cordon(node.act(), false), passed());
        node.bootId = "boot-2";

        assertThat(refused(request)).contains("boot-2").contains("boot-1");
    }

    @Test
    void i1_refusesAGateThatWasAnsweredUnderAnotherBootThanTheProof() {
        CordonRecord cordon = node.cordon(node.act(), false);

        assertThat(refused(proven(cordon, with("G7", g -> g.under("boot-0"))))).contains("G7", "boot-0");
        assertThat(refused(proven(cordon, with("G8", g -> g.under(""))))).contains("G8", "does not name");
    }

    @Test
    void i1_aGateThatWasNotRunHasNoBoot() {
        CordonRecord cordon = node.cordon(node.act(), false);
        List<GateResult> gates = passedAnd(new GateResult("G9", Verdict.NOT_RUN, "no idle partner"));
        node.readmittance(Invariants.ALL).readmit(node.act(), proven(cordon, gates));
        assertThat(node.schedulable).isTrue();
    }

    @Test
    void i1_refusesATestThatTheNodeDidNotOutlive() {
        CordonRecord cordon = node.cordon(node.act(), false);
        refused(proven(cordon, passedAnd(new GateResult("G9", Verdict.CRASHED, "mpirun", "boot-1"))));
    }

    @Test
    void i1_refusesWhileAProcessComputesOnANodeThatWasEmptied() {
        CordonRecord cordon = node.cordon(node.act(), false);
        node.computing = Reading.of(List.of(new Holder(4121, "all_reduce_perf", "GPU 0")));

        assertThat(refused(proven(cordon, passed()))).contains("pid 4121 all_reduce_perf");
        assertThat(refused(Readmission.asFound(cordon, node.facts(), true))).contains("pid 4121 all_reduce_perf");
    }

    @Test
    void takesAnUnreadListOfProcessesForNoProof() {
        CordonRecord cordon = node.cordon(node.act(), false);
        node.computing = Reading.unknown("nvidia-smi timed out");

        for (Readmission request : List.of(proven(cordon, passed()), Readmission.asFound(cordon, node.facts(), true))) {
            assertThat(refused(FailureType.TRANSIENT, request)).contains("nvidia-smi timed out");
            assertThat(node.schedulable).isFalse();
        }
    }

    @Test
    void aNodeWhoseWorkWasNeverTakenOffGoesBackWithIt() {
        CordonRecord cordon = node.cordon(node.act(), false);
        node.computing = Reading.of(List.of(new Holder(4121, "python", "GPU 0")));

        node.readmittance(Invariants.ALL).readmit(node.act(), untouched(cordon, node.facts()));

        assertThat(node.schedulable).isTrue();
    }

    @Test
    void i1_refusesWhenTheFactsChangedSinceTheProof() {
        Readmission request = proven(node.cordon(node.act(), false), passed());
        node.hash = "hash-2";

        assertThat(refused(request)).contains("facts changed");
    }

    @Test
    void i1_refusesAnErrorThatCameAfterTheGates() {
        Readmission request = proven(node.cordon(node.act(), false), passed());
        node.log = logged(Reading.of(List.of("XID 48 on 0000:19:00.0")));
        assertThat(refused(request)).contains("G3 fail").contains("XID 48");

        node.log = logged(Reading.unknown("the journal was vacuumed"));
        assertThat(refused(request)).contains("G3 infrastructure").contains("vacuumed");

        node.log = logged(Reading.of(List.of()));
        node.readmittance(Invariants.ALL).readmit(node.act(), request);
        assertThat(node.schedulable).isTrue();
    }

    /** An untouched node goes back as it was found; one that fell ill meanwhile is not as it was found. */
    @Test
    void i1_refusesToReleaseAsUntouchedWhatFellIllMeanwhile() {
        CordonRecord cordon = node.cordon(node.act(), false);
        FactsRef before = node.facts();
        node.log = logged(Reading.of(List.of("XID 95 on 0000:19:00.0")));
        assertThat(refused(untouched(cordon, before))).contains("XID 95");

        node.log = logged(Reading.unknown("no journal"));
        node.readmittance(Invariants.ALL).readmit(node.act(), untouched(cordon, before));
        assertThat(node.schedulable).isTrue();
    }

    private static Optional<LogReading> logged(Reading<List<String>> errors) {
        return Optional.of(new LogReading(new LogPosition("boot-1", "journal s=1;i=9"), errors));
    }

    @Test
    void i1_wantsTheSmokeJobWhereThePolicyDoes() {
        node.smokeRequired = true;
        CordonRecord cordon = node.cordon(node.act(), false);

        assertThat(refused(proven(cordon, passed()))).contains("G10");
    }

    @Test
    void i1_refusesAGateThatWasNotRun() {
        List<GateResult> gates = with("G7", g -> new GateResult("G7", Verdict.NOT_RUN, "skipped"));

        assertThat(refused(proven(node.cordon(node.act(), false), gates))).contains("G7");
    }

    @Test
    void i21_refusesAVerdictOfTheInfrastructure() {
        List<GateResult> gates = Stream.concat(
                        passed().stream(), Stream.of(new GateResult("G9", Verdict.INFRASTRUCTURE, "ssh lost")))
                .toList();

        refused(proven(node.cordon(node.act(), false), gates));
    }

    @Test
    void i2_neverLiftsAForeignCordon() {
        node.cordonedBySomebodyElse();
        CordonRecord cordon = node.cordon(node.act(), false);

        node.readmittance(Invariants.ALL).readmit(node.act(), proven(cordon, passed()));

        assertThat(node.schedulable).isFalse();
        assertThat(node.mark).isEmpty();
    }

    @Test
    void i2_neverLiftsTheCordonOfAnotherRun() {
        Readmission request = proven(node.cordon(node.act(), false), passed());
        node.markedBy("run-2");

        Refusal.of(
                FailureType.EXTERNAL_CHANGE,
                () -> node.readmittance(Invariants.ALL).readmit(node.act(), request));
        assertThat(node.schedulable).isFalse();
    }

    @Test
    void releasesANodeThatNothingWasDoneTo() {
        CordonRecord cordon = node.cordon(node.act(), false);

        node.readmittance(Invariants.ALL).readmit(node.act(), untouched(cordon, node.facts()));

        assertThat(node.schedulable).isTrue();
    }

    @Test
    void i1_refusesToReleaseAsUntouchedWhatWasTouched() {
        CordonRecord cordon = node.cordon(node.act(), false);
        node.dispatched = Reading.of(List.of("converge-1"));

        assertThat(refused(untouched(cordon, node.facts()))).contains("converge-1");
    }

    @Test
    void i1_takesAnUnreadJournalForATouchedNode() {
        CordonRecord cordon = node.cordon(node.act(), false);
        node.dispatched = Reading.unknown("no answer");

        refused(untouched(cordon, node.facts()));
    }

    @Test
    void i1_refusesToReleaseAsUntouchedAfterAReboot() {
        CordonRecord cordon = node.cordon(node.act(), false);
        FactsRef before = node.facts();
        node.bootId = "boot-2";

        refused(untouched(cordon, before));
    }

    private String refused(Readmission request) {
        return refused(FailureType.GATE_CLOSED, request);
    }

    private String refused(FailureType kind, Readmission request) {
        String said = Refusal.of(kind, () -> node.readmittance(Invariants.ALL).readmit(node.act(), request));
        assertThat(node.schedulable).isFalse();
        return said;
    }

    private static List<GateResult> passedAnd(GateResult last) {
        return Stream.concat(passed().stream(), Stream.of(last)).toList();
    }

    private static List<GateResult> passed() {
        return Stream.of("G0", "G1", "G2", "G3", "G4", "G5", "G7", "G8", "G11")
                .map(gate -> new GateResult(gate, Verdict.PASS, "as the goal", "boot-1"))
                .toList();
    }

    private static List<GateResult> with(String gate, UnaryOperator<GateResult> changed) {
        return passed().stream()
                .map(g -> g.gate().equals(gate) ? changed.apply(g) : g)
                .toList();
    }

    private static Readmission proven(CordonRecord cordon, List<GateResult> gates) {
        return Readmission.proven(
                cordon,
                new VerificationRecord(
                        NodeInMemory.NODE, "run-1", NodeInMemory.GOAL, "boot-1", "hash-1", gates, NodeInMemory.T0));
    }

    private static Readmission untouched(CordonRecord cordon, FactsRef before) {
        return Readmission.asFound(cordon, before, false);
    }
}
