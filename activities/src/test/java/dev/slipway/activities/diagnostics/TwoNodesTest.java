package dev.slipway.activities.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Baseline;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test over two nodes touches the other one only while it is lent and idle, and leaves no rank on it. */
class TwoNodesTest {
    @TempDir
    private Path folder = Path.of("");

    private TwoNodes two = new TwoNodes(folder);

    @BeforeEach
    void begin() {
        two = new TwoNodes(folder);
    }

    @AfterEach
    void close() {
        two.close();
    }

    @Test
    void aPairIsTestedWhileThePartnerIsLentAndIdle() {
        assertThat(two.pair().verdict()).isEqualTo(Verdict.PASS);
        assertThat(two.started()).hasSize(1);
    }

    @Test
    void aPairTestThatCannotRunIsNotRunWhereTheBaselineDoesNotRequireIt() {
        two.plan = two.plan.with(new Condition.ProgramMissing("mpirun"));

        GateResult result = two.pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.detail()).contains("mpirun", "not found");
        assertThat(result.bootId()).isNotEmpty();
        assertThat(two.started()).as("tries").hasSize(1);
    }

    @Test
    void i1_aPairTestThatCannotRunHoldsWhereTheBaselineRequiresIt() {
        two.required = true;
        two.plan = two.plan.with(new Condition.ProgramMissing("mpirun"));

        assertThat(two.pair().verdict()).isEqualTo(Verdict.INFRASTRUCTURE);
    }

    @Test
    void theFloorAndTheTransportOfAPairAreTheBaselines() {
        two.pair = new Baseline.PairGate(450, Baseline.PairGate.RDMA);
        GateResult slow = two.pair();
        assertThat(slow.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(slow.detail()).contains("is below 450.00 GB/s");
        two.close();

        two.pair = new Baseline.PairGate(300, "NET/Socket");
        GateResult other = two.pair();
        assertThat(other.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(other.detail()).contains("NCCL used NET/IB/GDRDMA, wanted NET/Socket");
    }

    @Test
    void anMpirunThatIsNotOpenMpiIsNotRunWhereTheBaselineDoesNotRequireIt() {
        two.plan = two.plan.with(new Condition.OtherMpi());

        GateResult result = two.pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.detail()).contains("mpirun is not Open MPI");
    }

    @Test
    void i2_aPartnerUnderAnotherMarkIsNotTestedWith() {
        two.mark = "another run";

        GateResult result = two.pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.detail()).contains("gpu-002", "another run");
        assertThat(two.started()).isEmpty();
    }

    @Test
    void i6_aPartnerThatComputesForSomebodyElseIsNotTestedWith() {
        two.computing = () -> Reading.of(List.of(new Holder(4711, "python", "GPU 3")));

        GateResult result = two.pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.detail()).contains("python");
        assertThat(two.started()).isEmpty();
    }

    @Test
    void aPartnerThatDoesNotSayWhoComputesThereIsNotTestedWith() {
        two.computing = () -> Reading.unknown("no answer in time");

        assertThat(two.pair().verdict()).isEqualTo(Verdict.NOT_RUN);
        assertThat(two.started()).isEmpty();
    }

    @Test
    void i2_aPartnerThatWentBackBetweenTwoTriesIsNotTestedWithAgain() {
        two.plan = two.plan.failing(
                new Faults.Rule("mpirun", 1, Moment.BEFORE, new Fault.Exit(1, "ORTE was unable to start")));
        two.computing = () -> {
            // Asked while the mark is still there; it is taken off right after.
            two.mark = "nobody";
            return Reading.of(List.of());
        };

        GateResult result = two.pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(two.started()).hasSize(1);
    }

    @Test
    void ranksThatAFailedTestLeftOnThePartnerAreEnded() {
        two.plan = two.plan.with(new Condition.BusBandwidth(100));
        two.idle = two.idle.with(new Condition.ForeignProcess(4711, "all_reduce_perf", 3));

        GateResult result = two.pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.FAIL);
        assertThat(two.onGpus(1)).isEmpty();
    }

    @Test
    void aTestThatIsGivenUpIsEndedOnBothNodes() {
        two.plan = two.plan.with(new Condition.ForeignProcess(4711, "all_reduce_perf", 3));
        two.idle = two.idle.with(new Condition.ForeignProcess(4712, "all_reduce_perf", 3));
        SshDiagnostics diagnostics = two.diagnostics();

        diagnostics.endPair(TwoNodes.act(), TwoNodes.PARTNER);

        assertThat(two.onGpus(0)).isEmpty();
        assertThat(two.onGpus(1)).isEmpty();
    }
}
